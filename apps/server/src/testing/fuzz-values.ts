/** Values to send: valid ones with their boundaries, and hostile ones. */
import fc from 'fast-check';
import type { JsonSchema } from './fuzz-operations.ts';

/** A reference to something that exists when the request is sent, such as a card's id. */
export class Ref {
  readonly kind: string;
  readonly index: number;
  constructor(kind: string, index: number) {
    this.kind = kind;
    this.index = index;
  }
  /** Printed by fast-check as source code for a regression case. */
  [fc.toStringMethod](): string {
    return `new Ref('${this.kind}', ${this.index})`;
  }
}

/** Text inserted into the JSON verbatim, valid or not. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  [fc.toStringMethod](): string {
    return `new Raw(${JSON.stringify(this.text.slice(0, 200))})`;
  }
}

export const ref = (...kinds: string[]): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(30)).map(([kind, index]) => new Ref(kind, index));

export const nested = (depth: number) => new Raw('['.repeat(depth) + ']'.repeat(depth));

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '💣'.repeat(50),
  'ﷺ'.repeat(40),
  '\u202egnp.exe',
  '\u2028\u2029',
  'İıſßŒ',
  '\r\nX-Injected: 1',
  `'; drop table members; --`,
  `' or '1'='1`,
  '%',
  '%00',
  '%_%',
  '\\',
  '$1',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc',
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '1e3',
  '0x10',
  ' 1 ',
  '+1',
  '1,0',
  '٣',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'a'.repeat(300),
  'a'.repeat(70_000),
  'ä€💣'.repeat(5_000),
  '9'.repeat(400),
];

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  0.001,
  1.005,
  -0.01,
  1e-300,
  5e-324,
  1e21,
  1e308,
  -1e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1000,
  1001,
  99_999_999.99,
  100_000_000,
  4294967297,
  0.30000000000000004,
];

const withProto = Object.defineProperty({}, '__proto__', {
  value: { isEmailVerified: true, role: 'admin' },
  enumerable: true,
});

const hostileOthers: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { constructor: { prototype: { role: 'admin' } } },
  withProto,
  { toString: 'x', valueOf: 1 },
  nested(1_000),
  nested(30_000),
  new Raw('NaN'),
  new Raw('1e999'),
  new Raw('01'),
  new Raw('{"a":1,"a":2}'),
  new Raw('"\\ud800"'),
  new Raw(`[${'1,'.repeat(20_000)}1]`),
  Array.from({ length: 2_000 }, () => ({ iGiftCardId: 'card_x', nQuantity: 1 })),
];

/** Values to be refused or sanitised in any place. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileOthers) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

function textOf({ pattern, format, minLength = 0, maxLength = 30 }: JsonSchema) {
  const longest = Math.min(maxLength, 30);
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined && !/\(\?|\\p/.test(pattern))
    return fc
      .stringMatching(new RegExp(pattern))
      .map((text) => text.slice(0, maxLength).padEnd(Math.min(minLength, 64), 'a'));
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, longest), maxLength: longest }),
    fc.constantFrom(
      'a'.repeat(Math.min(maxLength, 1_000)),
      'a'.repeat(Math.min(maxLength, 1_000) + 1),
    ),
  );
}

function numberOf({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema) {
  const borders = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 1);
  const [min, max] = [Math.ceil(Math.max(minimum, -1e9)), Math.floor(Math.min(maximum, 1e9))];
  const inside =
    type === 'integer'
      ? fc.integer({ min, max })
      : fc.integer({ min, max: Math.min(max, 10_000) }).map((cents) => cents / 100);
  return fc.oneof({ weight: 5, arbitrary: inside }, { weight: 1, arbitrary: borders });
}

/** A segment of a path: hostile texts as a browser encodes them, and what no browser would send. */
const pathPieces: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts).map((text) => encodeURIComponent(text.toWellFormed())),
  fc
    .string({ maxLength: 20, unit: 'binary' })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%2e%2e',
    '..%2f..%2fetc',
    '%5c..',
    '~',
    ';a=b',
  ),
  fc.constantFrom(
    'a'.repeat(1_500),
    '%41'.repeat(500),
    '0',
    '-1',
    'index.html',
    'logo.svg',
    '1.png',
  ),
);

/** Longer request heads are rejected unread (unreadable.test.ts). */
const longestTail = 8_000;

/** What may follow a path, query included. */
export const pathTails: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(pathPieces, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '?', '?a=%', '?exp=1&sig=x', '?w=-1&w=99999', '?%00=%00'),
  )
  .map(([pieces, query]) => (pieces.join('/') + query).slice(0, longestTail));

/** Values by field name, such as ids that exist. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

function objectOf({ properties = {}, required = [] }: JsonSchema, hints: Hints) {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    valuesOf(schema, hints, name),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
}

function plainValuesOf(schema: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, hints)));
  const merged = Object.assign({}, schema, ...(schema.allOf ?? [])) as JsonSchema;
  switch (merged.type) {
    case 'string':
      return textOf(merged);
    case 'integer':
    case 'number':
      return numberOf(merged);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(merged.items ?? {}, hints), {
        minLength: merged.minItems ?? 0,
        maxLength: Math.max(merged.minItems ?? 0, Math.min(merged.maxItems ?? 4, 4)),
      });
    case 'object':
      return objectOf(merged, hints);
    default:
      return hostile;
  }
}

/** Values of a schema, mostly valid ones; fields with a hint mostly use it. */
export function valuesOf(schema: JsonSchema, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  const plain = plainValuesOf(schema, hints);
  const hint = hints[name];
  if (!hint) return plain;
  return fc.oneof({ weight: 6, arbitrary: hint }, { weight: 1, arbitrary: plain });
}
