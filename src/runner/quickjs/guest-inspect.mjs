/**
 * How `console` shows values in QuickJS, close to Node. These functions run inside: their text is
 * taken over, so they may use only each other.
 */

/** @param {unknown} value @param {number} depth @param {unknown[]} above @returns {string} */
export function inspect(value, depth = 0, above = []) {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return inspectFunction(value);
  if (typeof value !== 'object' || value === null) return inspectPrimitive(value);
  if (value instanceof Error) return inspectError(value, depth, above);
  if (value instanceof Date) return Number.isNaN(+value) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (above.includes(value)) return '[Circular]';
  const name = inspectName(value);
  if (depth > 2) return Array.isArray(value) ? '[Array]' : `[${name || 'Object'}]`;
  const inner = [...above, value];
  const show = (/** @type {unknown} */ each) => inspect(each, depth + 1, inner);
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const parts = inspectParts(/** @type {Record<string, unknown>} */ (value), show);
  const size =
    value instanceof Map || value instanceof Set
      ? `${name || value.constructor.name}(${value.size}) `
      : isList && !Array.isArray(value)
        ? `${name}(${/** @type {{ length: number }} */ (value).length}) `
        : name && name !== 'Object' && name !== 'Array'
          ? `${name} `
          : '';
  if (parts.length === 0) return `${size}${open}${close}`;
  const line = `${size}${open} ${parts.join(', ')} ${close}`;
  if (line.length <= 76 && !line.includes('\n')) return line;
  const margin = '  '.repeat(depth + 1);
  return `${size}${open}\n${margin}${parts.join(`,\n${margin}`)}\n${'  '.repeat(depth)}${close}`;
}

/** @param {Record<string, unknown>} value @param {(each: unknown) => string} show */
export function inspectParts(value, show) {
  const most = 100;
  const more = (/** @type {number} */ count) =>
    count > most ? [`... ${count - most} more item${count - most > 1 ? 's' : ''}`] : [];
  if (value instanceof Map) {
    const pairs = [...value].slice(0, most).map(([key, each]) => `${show(key)} => ${show(each)}`);
    return [...pairs, ...more(value.size)];
  }
  if (value instanceof Set) return [...[...value].slice(0, most).map(show), ...more(value.size)];
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = /** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value));
    if (typeof list.length !== 'number') return [];
    const shown = Array.from({ length: Math.min(list.length, most) }, (_, at) =>
      at in list ? show(list[at]) : '<empty>',
    );
    return [...shown, ...more(list.length)];
  }
  return inspectFields(value, show, Object.keys(value));
}

/** @param {Record<string, unknown>} value @param {(each: unknown) => string} show @param {string[]} keys */
export function inspectFields(value, show, keys) {
  return keys.map((key) => {
    const label = /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
    const field = Object.getOwnPropertyDescriptor(value, key);
    if (field?.get) return `${label}: [Getter${field.set ? '/Setter' : ''}]`;
    return `${label}: ${field?.set ? '[Setter]' : show(value[key])}`;
  });
}

/** @param {object} value @returns {string} */
export function inspectName(value) {
  const above = Object.getPrototypeOf(value);
  if (above === null) return '[Object: null prototype]';
  const maker = above.constructor;
  return typeof maker === 'function' ? String(maker.name) : '';
}

/** @param {Error} error @param {number} depth @param {unknown[]} above @returns {string} */
export function inspectError(error, depth, above) {
  const title = `${error.name}: ${error.message}`;
  const stack = String(error.stack ?? '').trimEnd();
  const text = stack.startsWith(title) ? stack : `${title}${stack ? `\n${stack}` : ''}`;
  const keys = Object.keys(error).filter((key) => !['name', 'stack', 'message'].includes(key));
  const isNew = error.cause !== undefined && !above.includes(error.cause) && depth < 3;
  const show = (/** @type {unknown} */ each) => inspect(each, depth + 1, [...above, error]);
  const fields = inspectFields(/** @type {never} */ (error), show, keys);
  if (isNew && !keys.includes('cause')) fields.push(`[cause]: ${show(error.cause)}`);
  return fields.length === 0 ? text : `${text} {\n  ${fields.join(',\n  ')}\n}`;
}

/** @param {Function} value @returns {string} */
export function inspectFunction(value) {
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  if (isClass) return `[class ${value.name || '(anonymous)'}]`;
  return value.name ? `[Function: ${value.name}]` : '[Function (anonymous)]';
}

/** @param {unknown} value @returns {string} */
export function inspectPrimitive(value) {
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** @param {string} text @returns {string} */
export function quoted(text) {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  if (!text.includes("'")) return `'${escaped}'`;
  return text.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}

/** What `console.log` prints for its arguments. @param {unknown[]} values @returns {string} */
export function formatted(values) {
  const rest = [...values];
  let text = '';
  if (typeof rest[0] === 'string' && rest.length > 1) {
    text = String(rest.shift()).replace(/%[sdifjoOc%]/g, (mark) => {
      if (mark === '%%') return '%';
      if (rest.length === 0) return mark;
      const value = rest.shift();
      if (mark === '%c') return '';
      if (mark === '%d') return String(typeof value === 'bigint' ? `${value}n` : Number(value));
      if (mark === '%i') return String(Number.parseInt(String(value), 10));
      if (mark === '%f') return String(Number.parseFloat(String(value)));
      if (mark === '%j') return String(JSON.stringify(value));
      return mark === '%s' && typeof value === 'string' ? value : inspect(value);
    });
    if (rest.length > 0) text += ' ';
  }
  return text + rest.map((each) => (typeof each === 'string' ? each : inspect(each))).join(' ');
}
