/** Reads the numbered rules: those that docs/spec defines, and those that a text names. */

/** @param {string} spec @returns {{ rule: string, sentence: string }[]} */
export function rulesWritten(spec) {
  return [...spec.matchAll(/^- \*\*\[([A-Z]{2}\d+)\]\*\* (.*)$/gm)].map(([, rule, sentence]) => ({
    rule: rule ?? '',
    sentence: sentence ?? '',
  }));
}

/** @param {string} text @returns {string[]} */
export function rulesNamed(text) {
  return [...text.matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, rule]) => rule ?? '');
}
