/** The YAML parser, in a file of its own so that it is imported only when it is needed. */

export { parse } from 'yaml';
