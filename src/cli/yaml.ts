/** YAML, in a file of its own so that it is loaded only where there is some to read. */

export { parse } from 'yaml';
