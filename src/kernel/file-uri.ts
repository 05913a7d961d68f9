/** URIs of files, by which clients name the directories that they work in. */

export function isFileUri(uri: string): boolean {
  return /^file:\/\//i.test(uri);
}
