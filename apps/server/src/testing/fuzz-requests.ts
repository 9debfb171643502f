/** Requests to send: half as the document says, half with something wrong in them. */
import fc from 'fast-check';
import type { Operation } from './fuzz-operations.ts';
import { type Hints, hostile, Raw, Ref, valuesOf } from './fuzz-values.ts';

/** One thing done to a request that was fine. */
type Change =
  | { readonly at: number; readonly value: unknown }
  | { readonly drop: number }
  | { readonly add: string; readonly into: number; readonly value: unknown }
  | { readonly text: string | Buffer }
  | { readonly param: string }
  | { readonly query: string }
  | { readonly header: readonly [string, string] };

/** A request before what it mentions is looked up. */
export interface Plan {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly changes: readonly Change[];
}

/** A request as it goes over the wire. */
export interface Sent {
  readonly method: string;
  /** The path was broken on purpose and may lead to another operation, or nowhere. */
  readonly strayed?: boolean;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const unasked = [
  'role',
  'nWallet',
  'sKycStatus',
  'nPrice',
  'nMembershipLevel',
  'isEmailVerified',
  'eStatus',
  '__proto__',
  'constructor',
  '',
  'a.b[0]',
];

const brokenBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '12',
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '\ufeff{}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(64),
  '['.repeat(100_000),
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  `{"a":"${'x'.repeat(1_100_000)}"}`,
  'sEmail=a%40b.c&sPassword=x',
];

const brokenParams = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff',
  '%c0%ae',
  '%ED%A0%80',
  'a%2fb',
  'a/b',
  'a//b',
  ';x=1',
  '*',
  ':id',
  '{id}',
  '%7Bid%7D',
  `'%20or%20'1'='1`,
  'a'.repeat(299),
  'a'.repeat(301),
  'a'.repeat(7_000),
  '%F0%9F%92%A3',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e308',
];

const brokenQueries = [
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  'page=',
  'page=%ff',
  'page=%00',
  'limit=1e2',
  'limit=101',
  'limit=-1',
  'page=9007199254740993',
  'page=1000000&limit=100',
  '__proto__[x]=1',
  '__proto__=1',
  'constructor=1',
  '%',
  '=',
  '&&&=&',
  '?',
  `q=${'a'.repeat(7_000)}`,
  'currency=usd&currency=eur',
  'currency=USD',
  'min=NaN&max=Infinity',
  'min=-1',
  'min=0.001',
  'category=,,,',
  `category=${'a,'.repeat(300)}`,
  'order_by=1e0',
  'line=%27',
];

const oddHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/JSON'],
  ['content-type', 'application/vnd.api+json'],
  ['content-type', ';;;'],
  ['content-type', ''],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=x, gzip;;;q=0.0, *'],
  ['accept-language', 'a'.repeat(3_000)],
  ['if-none-match', '"x", W/"y", *'],
  ['range', 'bytes=0-1,5-'],
  ['x-forwarded-for', `1.2.3.4, ${'9'.repeat(300)}`],
  ['x-http-method-override', 'DELETE'],
  ['cookie', `a=${'b'.repeat(3_000)}`],
  ['origin', 'null'],
  ['host', 'evil.example'],
  ['token', 'x'.repeat(3_000)],
  ['token', `' or 1=1`],
];

/** Only these make a signed-in call fail for want of a session. */
const tokenHeaders: readonly (readonly [string, string])[] = [
  ['authorization', ''],
  ['authorization', 'Bearer '],
  ['authorization', 'Basic YTpi'],
  ['authorization', `' or 1=1`],
  ['authorization', 'x'.repeat(5_000)],
];

const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ at: fc.nat(40), value: hostile }) },
  { weight: 2, arbitrary: fc.record({ drop: fc.nat(40) }) },
  {
    weight: 2,
    arbitrary: fc.record({ add: fc.constantFrom(...unasked), into: fc.nat(10), value: hostile }),
  },
  { weight: 2, arbitrary: fc.record({ text: fc.constantFrom(...brokenBodies) }) },
  { weight: 3, arbitrary: fc.record({ param: fc.constantFrom(...brokenParams) }) },
  { weight: 3, arbitrary: fc.record({ query: fc.constantFrom(...brokenQueries) }) },
  { weight: 2, arbitrary: fc.record({ header: fc.constantFrom(...oddHeaders) }) },
  { weight: 1, arbitrary: fc.record({ header: fc.constantFrom(...tokenHeaders) }) },
);

/** Plans for an operation: half of them untouched, half with one to three changes. */
export function plansFor(
  operation: Operation,
  hints: Hints,
  body: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<Plan> {
  const fields = (schemas: Operation['params'], requiredKeys: string[] | undefined) =>
    fc.record(
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, valuesOf(schema, hints, name)]),
      ) as Record<string, fc.Arbitrary<unknown>>,
      requiredKeys && { requiredKeys },
    );
  const derived = operation.body ? valuesOf(operation.body, hints) : fc.constant(undefined);
  return fc.record({
    params: fields(operation.params, undefined),
    query: fields(operation.query, []),
    body: body
      ? fc.oneof({ weight: 3, arbitrary: body }, { weight: 1, arbitrary: derived })
      : derived,
    changes: fc.oneof(fc.constant([]), fc.array(changes, { minLength: 1, maxLength: 3 })),
  });
}

type Resolve = (ref: Ref) => unknown;

/** JSON as written by somebody who is not bound by it: -0, 1e308, lone surrogates and raw text survive. */
function write(value: unknown, resolve: Resolve): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Ref) return write(resolve(value), resolve);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  // Not with map: an array may have been given a constructor of its own.
  if (Array.isArray(value)) return `[${Array.from(value, (one) => write(one, resolve)).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => `${JSON.stringify(name)}:${write(one, resolve)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || value instanceof Raw || value instanceof Ref)
    return found;
  for (const name of Object.keys(value)) {
    found.push({ holder: value as Record<string, unknown>, name });
    placesIn((value as Record<string, unknown>)[name], found);
  }
  return found;
}

/** A copy that shares nothing with the plan but values that are never changed. */
function copy(value: unknown): unknown {
  if (value instanceof Raw || value instanceof Ref || typeof value !== 'object' || value === null)
    return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copy(one)]));
}

function changeBody(whole: { body: unknown }, change: Change): void {
  const places = placesIn(whole);
  const pick = (index: number) => places[index % places.length];
  if ('at' in change) {
    const place = pick(change.at);
    if (place) place.holder[place.name] = copy(change.value);
  } else if ('drop' in change) {
    const place = pick(change.drop);
    if (place) delete place.holder[place.name];
  } else if ('add' in change) {
    const holders = [whole.body, ...places.map(({ holder }) => holder)].filter(
      (one) => typeof one === 'object' && one !== null && !(one instanceof Raw),
    ) as object[];
    const into = holders[change.into % Math.max(1, holders.length)];
    const value = {
      value: copy(change.value),
      enumerable: true,
      configurable: true,
      writable: true,
    };
    if (into) Object.defineProperty(into, change.add, value);
  }
}

const encode = (value: unknown) =>
  // A lone surrogate can not be percent-encoded; it is sent as what it would become.
  encodeURIComponent(String(value).toWellFormed());

interface Sending {
  readonly base: string;
  readonly resolve: Resolve;
  readonly headers: Readonly<Record<string, string>>;
}

/** Puts a plan into bytes. */
export function toSent(
  operation: Operation,
  plan: Plan,
  { base, resolve, headers }: Sending,
): Sent {
  const known = (value: unknown) => encode(value instanceof Ref ? resolve(value) : value);
  const find = <K extends string>(name: K) =>
    plan.changes.flatMap((change) =>
      name in change ? [change as Extract<Change, Record<K, unknown>>] : [],
    );
  const [param] = find('param');
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    param ? param.param : known(plan.params[name]),
  );
  const pairs = Object.entries(plan.query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${known(value)}`);
  const query = [...pairs, ...find('query').map((change) => change.query)].join('&');
  const whole = { body: copy(plan.body) };
  for (const change of plan.changes) changeBody(whole, change);
  const [text] = find('text');
  const json = whole.body === undefined ? undefined : write(whole.body, resolve);
  const content = text ? text.text : json;
  const body = content === undefined ? undefined : Buffer.from(content as string);
  return {
    method: operation.method,
    ...(param && { strayed: true }),
    path: `${base}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
      ...headers,
      ...Object.fromEntries(find('header').map((change) => change.header)),
    },
    ...(body && { body }),
  };
}
