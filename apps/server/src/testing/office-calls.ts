/** The calls of the back office, as the contract has them: a new one is known without a line here. */
import { readdir } from 'node:fs/promises';
import type { Call } from '@giftlane/contract/call.ts';
import { queues } from '@giftlane/contract/office/cases.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import * as z from 'zod';
import type { JsonSchema } from './fuzz-operations.ts';

const folder = new URL('../../../../packages/contract/src/office/', import.meta.url);

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'policy' in value && 'path' in value;

/** Every call that a file of the contract's folder describes. */
export async function officeCalls(): Promise<Call[]> {
  const files = (await readdir(folder)).filter((name) => !name.includes('.test.'));
  const modules: object[] = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ new URL(name, folder).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter(isCall));
}

/** `METHOD /path` of a call. */
export const routeOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;

export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;

/** The names of all fields in a schema, also of inner objects. */
export function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys(schema.properties ?? {})
      : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

type Granted = ReadonlySet<Permission>;

/** The least value of a schema. */
function leastOf(schema: JsonSchema): unknown {
  const { type, enum: values, properties = {}, required = [], items = {}, minItems = 0 } = schema;
  if (values) return values[0];
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, leastOf(properties[name] ?? {})]));
  if (type === 'array') return Array.from({ length: minItems }, () => leastOf(items));
  if (type === 'boolean') return false;
  return type === 'string' ? 'a' : (schema.minimum ?? 1);
}

/** What calls without a permission ask for beside a session, and why they have none. */
export const bySessionAlone: Readonly<Record<string, (granted: Granted) => boolean>> = {
  // One's own session and password.
  'operators.showSession': () => true,
  'operators.signOut': () => true,
  'operators.listSessions': () => true,
  'operators.endSession': () => true,
  'operators.changePassword': () => true,
  // Tells that something has changed, of what the operator may see.
  'today.watch': () => true,
  // Those of the kinds that the operator may load.
  'imports.list': () => true,
  // Finds what the operator may see.
  'support.search': (granted) => granted.has('orders.read') || granted.has('members.read'),
};

/** A request for a cell of the matrix, and whether these permissions are enough for it. */
export interface Cell {
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string;
  /** Without it the cell is refused, and with it alone it is served. */
  readonly needs: Permission | undefined;
  allows(granted: Granted): boolean;
}

/** Calls that take a file with its name. */
const takesName: readonly string[] = ['imports.add', 'settlements.add'];

const nobodys = 'nothing-has-this-id';

/** Calls without a permission of their own, whose parameter says which one they need. */
const byParameter: readonly { of: RegExp; cells: Readonly<Record<string, Permission>> }[] = [
  { of: /^cases[.]/, cells: queues },
  // The matrix has an import of each kind, whose id is the kind.
  { of: /^imports[.](?!list$)/, cells: { catalogue: 'catalogue.edit', codes: 'stock.edit' } },
];

const cellsByParameter = ({ name }: Pick<Call, 'name'>) =>
  byParameter.find(({ of }) => of.test(name))?.cells;

/** True for a call that needs a permission, or of which is known what it needs in place of one. */
export const isRuled = (call: Call): boolean =>
  call.permission !== undefined ||
  call.name in bySessionAlone ||
  cellsByParameter(call) !== undefined;

/** The requests of a call: one, or one for each value of its parameter. They find nothing and change nothing. */
export function cellsOf(call: Call): Cell[] {
  const { name, params, permission, body: schema, fileBytes } = call;
  const names = Object.keys(params ? (schemaOf(params, 'input').properties ?? {}) : {});
  const nothing = Object.fromEntries(names.map((param) => [param, nobodys]));
  const query =
    name === 'support.search' ? 'sQuery=nobody' : takesName.includes(name) ? 'sName=a' : '';
  if (permission !== undefined)
    return [
      {
        params: nothing,
        query,
        body: '{}',
        needs: permission,
        allows: (granted) => granted.has(permission),
      },
    ];
  const known = cellsByParameter(call);
  if (!known) {
    const allows = (granted: Granted) => bySessionAlone[name]?.(granted) === true;
    return [{ params: nothing, query, body: '{}', needs: undefined, allows }];
  }
  return Object.entries(known).map(([value, needs]) => ({
    params: names.includes('sQueue')
      ? { ...nothing, sQueue: value }
      : Object.fromEntries(names.map((param) => [param, value])),
    query,
    // Which one it needs is asked once the request is known to be whole.
    body: schema && !fileBytes ? JSON.stringify(leastOf(schemaOf(schema, 'input'))) : '{}',
    needs,
    allows: (granted) => granted.has(needs),
  }));
}
