/** Fuzzed requests: half valid by the document, half with mutations. */
import fc from 'fast-check';
import {
  brokenBodies,
  brokenParams,
  brokenQueries,
  oddHeaders,
  tokenHeaders,
  unasked,
} from './fuzz-broken.ts';
import type { Operation } from './fuzz-operations.ts';
import { type Hints, hostile, Raw, Ref, valuesOf } from './fuzz-values.ts';

/** One mutation of a valid request. */
type Change =
  | { readonly at: number; readonly value: unknown }
  | { readonly drop: number }
  | { readonly add: string; readonly into: number; readonly value: unknown }
  | { readonly text: string | Buffer }
  | { readonly param: string }
  | { readonly query: string }
  | { readonly header: readonly [string, string] };

/** A request whose references are not resolved yet. */
export interface Plan {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly changes: readonly Change[];
}

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  /** The path was mutated and may match another operation, or none. */
  readonly strayed?: boolean;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

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

/** Plans for an operation: half unchanged, half with one to three mutations. */
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

/** Serialises JSON without normalising it: -0, 1e308, lone surrogates and raw text survive. */
function write(value: unknown, resolve: Resolve): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Ref) return write(resolve(value), resolve);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  // Not `map`, which would use an array's own `constructor` property.
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

/** A deep copy; immutable values are shared. */
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
  // A lone surrogate can not be percent-encoded; it is replaced by U+FFFD.
  encodeURIComponent(String(value).toWellFormed());

interface Sending {
  readonly base: string;
  readonly resolve: Resolve;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serialises a plan. */
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
    ...(param && operation.path.includes('{') && { strayed: true }),
    path: `${base}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
      ...headers,
      ...Object.fromEntries(find('header').map((change) => change.header)),
    },
    ...(body && { body }),
  };
}
