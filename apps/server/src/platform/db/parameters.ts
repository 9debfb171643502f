/** How values of TypeScript become parameters of a statement. */

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return arrayText(value);
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return quoted(String(parameter(value)));
}

const arrayText = (values: readonly unknown[]): string => `{${values.map(element).join(',')}}`;

/** Bytes stay bytes, arrays become PostgreSQL's, other objects JSON; everything else is text. */
export function parameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
