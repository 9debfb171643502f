/**
 * Cuts one member's value out of a JSON object's text, byte for byte. A webhook's signature covers
 * its exact text: parsed and written anew it would have another checksum, as it has at PayPal.
 */

/** The index after the JSON value that starts at `start`; the text is known to be valid JSON. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') at = endOfText(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth < 0) return at;
    if (depth === 0) {
      if (char === '}' || char === ']' || char === '"') return at + 1;
      if (char === ',') return at;
    }
  }
  return text.length;
}

/** The index after the closing quote of the JSON string that starts at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return at;
}

/** The text of member `name` of the object in `json`, or undefined when there is none. */
export function rawMember(json: string, name: string): string | undefined {
  let at = skipSpace(json, 0);
  if (json.charAt(at) !== '{') return undefined;
  at = skipSpace(json, at + 1);
  while (json.charAt(at) === '"') {
    const keyEnd = endOfText(json, at);
    const key: unknown = JSON.parse(json.slice(at, keyEnd));
    const valueStart = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const valueEnd = endOfValue(json, valueStart);
    if (key === name) return json.slice(valueStart, valueEnd).trimEnd();
    at = skipSpace(json, valueEnd);
    if (json.charAt(at) === ',') at = skipSpace(json, at + 1);
  }
  return undefined;
}
