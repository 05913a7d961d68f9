/**
 * Whether a value with this name is a secret. Under most names of secrets everything is one that is
 * not harmless. `auth`, `Cookie` and `tags` say little, so there the value itself must look like one.
 */

import { cookieValues, isCookieHeader } from './cookies.ts';
import { isFoldedKey } from './secret-formats.ts';
import { countsTokens, isSecretName } from './secret-names.ts';
import { isHarmless } from './secret-values.ts';

export function isSecretValue(value: string, name: string): boolean {
  if (isHarmless(value)) return false;
  if (isSecretName(name)) {
    return !(countsTokens(name) && /^[0-9][0-9.,_ ]*[kM]?$/.test(value));
  }
  if (isCookieHeader(name)) return cookieValues(value, 0, name) !== undefined;
  return isAuth(name) ? isBasicCredential(value) : !isTags(name) || isFoldedKey(value);
}

/** Whether a text under this name may be a secret because of the name. */
export function mayNameSecret(name: string): boolean {
  return isSecretName(name) || isAuth(name) || isCookieHeader(name) || isTags(name);
}

/** The name by which the texts of a field are judged: its own, or the one above it. */
export function judgingName(name: string, above: string | undefined): string | undefined {
  if (isSecretName(name)) return name;
  return mayNameSecret(name) && !(above !== undefined && isSecretName(above)) ? name : above;
}

/** `"auth": "dXNlcjpwYXNz"` in the configuration of a container registry. */
function isAuth(name: string): boolean {
  return /^auth$/i.test(name);
}

/** Tags were folded to lower case before they were redacted in earlier versions. */
function isTags(name: string): boolean {
  return /tags?(?:_any|_all)?$/i.test(name);
}

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;
const MAX_DECODED = 400;

/** A user and a password in base64. */
function isBasicCredential(value: string): boolean {
  if (!BASE64.test(value)) return false;
  const start = value.replaceAll('-', '+').replaceAll('_', '/').slice(0, MAX_DECODED);
  try {
    return /^[\x21-\x7e]*:[^\x00-\x1f]/.test(atob(start.replace(/=+$/, '')));
  } catch {
    return false;
  }
}
