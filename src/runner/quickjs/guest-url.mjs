/**
 * `URL` and `URLSearchParams` in QuickJS. Addresses are parsed by Node, outside: text goes out and
 * text comes back. This function runs inside: its text is taken over.
 */

/**
 * The fields of an address as JSON, after one of them was set; empty if it is no address.
 * @callback ParseUrl
 * @param {string} href @param {string} [base] @param {string} [field] @param {string} [value]
 * @returns {string}
 */

/** @param {ParseUrl} parse */
export function installUrl(parse) {
  const Params = paramsClass();
  const fields = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname'];
  class URL {
    #parts;
    #params;
    /** @param {unknown} href @param {unknown} base */
    constructor(href, base = undefined) {
      const text = parse(String(href), base === undefined ? undefined : String(base));
      if (text === '') throw new TypeError('Invalid URL');
      this.#parts = JSON.parse(text);
      this.#params = new Params(this.#parts.search, (search) => this._set('search', search, true));
    }
    /** @param {string} field @param {unknown} value @param {boolean} isOurs */
    _set(field, value, isOurs = false) {
      const text = parse(this.#parts.href, undefined, field, String(value));
      if (text === '') return;
      this.#parts = JSON.parse(text);
      if (!isOurs) this.#params._read(this.#parts.search);
    }
    /** @param {string} field */
    _get(field) {
      return this.#parts[field];
    }
    get searchParams() {
      return this.#params;
    }
    get origin() {
      return this.#parts.origin;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
    /** @param {unknown} href @param {unknown} base */
    static canParse(href, base = undefined) {
      return parse(String(href), base === undefined ? undefined : String(base)) !== '';
    }
  }
  for (const field of [...fields, 'search', 'hash', 'href']) {
    Object.defineProperty(URL.prototype, field, {
      ...{ enumerable: true, configurable: true },
      get() {
        return this._get(field);
      },
      set(value) {
        this._set(field, value);
      },
    });
  }
  Object.assign(globalThis, { URL, URLSearchParams: Params });
}

/** @param {string} text @returns {string} */
export function encodeForm(text) {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** @param {string} text @returns {string} */
export function decodeForm(text) {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** @param {string} text @returns {string[][]} */
export function readForm(text) {
  const parts = text.replace(/^\?/, '').split('&');
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decodeForm(name), decodeForm(value.join('='))];
    });
}

/** @param {unknown} from @returns {string[][]} */
export function pairsOf(from) {
  if (typeof from !== 'object' || from === null) return readForm(String(from));
  const isList = Symbol.iterator in from;
  const pairs = isList ? [.../** @type {never[]} */ (from)] : Object.entries(from);
  return pairs.map(([name, value]) => [String(name), String(value)]);
}

export function paramsClass() {
  return class URLSearchParams {
    /** @type {string[][]} */
    #pairs = [];
    #changed;
    /** @param {unknown} from @param {(search: string) => void} changed */
    constructor(from = '', changed = () => {}) {
      this.#changed = changed;
      this.#pairs = pairsOf(from);
    }
    _read(text = '') {
      this.#pairs = readForm(text);
    }
    /** @param {string[][]} pairs */
    #put(pairs) {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    append(name = '', value = '') {
      this.#put([...this.#pairs, [String(name), String(value)]]);
    }
    delete(name = '') {
      this.#put(this.#pairs.filter(([each]) => each !== String(name)));
    }
    get(name = '') {
      return this.getAll(name)[0] ?? null;
    }
    getAll(name = '') {
      return this.#pairs.filter(([each]) => each === String(name)).map(([, value = '']) => value);
    }
    has(name = '') {
      return this.getAll(name).length > 0;
    }
    set(name = '', value = '') {
      const at = this.#pairs.findIndex(([each]) => each === String(name));
      if (at < 0) return this.append(name, value);
      const rest = this.#pairs.filter(([each], index) => index === at || each !== String(name));
      this.#put(rest.map((pair, index) => (index === at ? [String(name), String(value)] : pair)));
    }
    sort() {
      this.#put([...this.#pairs].sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    toString() {
      return this.#pairs
        .map(([name = '', value = '']) => `${encodeForm(name)}=${encodeForm(value)}`)
        .join('&');
    }
    /** @param {(value: string, name: string, params: unknown) => void} job */
    forEach(job) {
      for (const [name = '', value = ''] of this.#pairs) job(value, name, this);
    }
    entries() {
      return this.#pairs.map(([name, value]) => [name, value]).values();
    }
    keys() {
      return this.#pairs.map(([name]) => name).values();
    }
    values() {
      return this.#pairs.map(([, value]) => value).values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  };
}
