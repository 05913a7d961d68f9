/** A Markdown file is imported as its text, by the bundler and by the tests. */

declare module '*.md' {
  const text: string;
  export default text;
}
