/** Style sheets are bundled by esbuild, and have no values. */
declare module '*.css';
