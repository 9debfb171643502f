/** Arguments of a call, by position or name, read as their types. */
import { codes, Refusal } from '../chain/refusal.ts';

export interface Arguments {
  has(name: string): boolean;
  /** As it came; undefined when it was left out. */
  value(name: string): unknown;
  text(name: string): string;
  /** 64 hex digits. */
  hash(name: string): string;
  whole(name: string, otherwise?: number): number;
  /** A whole number, or yes and no, which mean 1 and 0. */
  verbosity(name: string, otherwise: number): number;
  flag(name: string, otherwise: boolean): boolean;
  list(name: string): readonly unknown[];
}

const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

const wrongType = (value: unknown, expected: string) =>
  new Refusal(
    codes.type,
    `JSON value of type ${typeOf(value)} is not of expected type ${expected}`,
  );

/** Puts `params` beside their names; refuses what the method does not have. */
function nameParams(names: readonly string[], params: unknown): Map<string, unknown> {
  if (Array.isArray(params)) {
    if (params.length > names.length) throw new Refusal(codes.misuse, `Takes: ${names.join(' ')}`);
    return new Map(params.map((value, place) => [names[place] ?? '', value]));
  }
  const named = Object.entries(params ?? {});
  const unknown = named.find(([name]) => !names.includes(name));
  if (unknown) throw new Refusal(codes.parameter, `Unknown named parameter ${unknown[0]}`);
  return new Map(named);
}

export function readArguments(names: readonly string[], params: unknown): Arguments {
  const given = nameParams(names, params);
  const value = (name: string) => given.get(name) ?? undefined;
  const text = (name: string) => {
    const found = value(name);
    if (found === undefined) throw new Refusal(codes.misuse, `Takes: ${names.join(' ')}`);
    if (typeof found !== 'string') throw wrongType(found, 'string');
    return found;
  };
  const whole = (name: string, otherwise?: number) => {
    const found = value(name) ?? otherwise;
    if (!Number.isSafeInteger(found)) throw wrongType(found ?? null, 'number');
    return Number(found);
  };
  const flag = (name: string, otherwise: boolean) => {
    const found = value(name) ?? otherwise;
    if (typeof found !== 'boolean') throw wrongType(found, 'bool');
    return found;
  };
  return {
    has: (name) => value(name) !== undefined,
    value,
    text,
    hash(name) {
      const found = text(name);
      if (/^[0-9a-f]{64}$/i.test(found)) return found.toLowerCase();
      const why =
        found.length === 64 ? 'be hexadecimal string' : `be of length 64 (not ${found.length})`;
      throw new Refusal(codes.parameter, `${name} must ${why}, for '${found.slice(0, 80)}'`);
    },
    whole,
    verbosity: (name, otherwise) =>
      typeof value(name) === 'boolean' ? Number(value(name)) : whole(name, otherwise),
    flag,
    list(name) {
      const found = value(name);
      if (!Array.isArray(found)) throw wrongType(found ?? null, 'array');
      return found;
    },
  };
}
