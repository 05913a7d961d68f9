/** A Markdown file is imported as its text: by the bundler and by the tests alike. */

declare module '*.md' {
  const text: string;
  export default text;
}
