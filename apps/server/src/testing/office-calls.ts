/** The calls of the back office, as the contract has them: a new one is known without a line here. */
import { readdir } from 'node:fs/promises';
import type { Call } from '@giftlane/contract/call.ts';
import { type Queue, queues } from '@giftlane/contract/office/cases.ts';
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
  // Finds what the operator may see.
  'support.search': (granted) => granted.has('orders.read') || granted.has('members.read'),
};

/** A request for a cell of the matrix, and whether these permissions are enough for it. */
export interface Cell {
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  /** Without it the cell is refused, and with it alone it is served. */
  readonly needs: Permission | undefined;
  allows(granted: Granted): boolean;
}

const nobodys = 'nothing-has-this-id';

/** The requests of a call: one, or one for each queue. They find nothing and change nothing. */
export function cellsOf({ name, params, permission }: Call): Cell[] {
  const names = Object.keys(params ? (schemaOf(params, 'input').properties ?? {}) : {});
  const nothing = Object.fromEntries(names.map((param) => [param, nobodys]));
  const query = name === 'support.search' ? 'sQuery=nobody' : '';
  if (permission === undefined && names.includes('sQueue'))
    return (Object.keys(queues) as Queue[]).map((sQueue) => ({
      params: { ...nothing, sQueue },
      query,
      needs: queues[sQueue],
      allows: (granted) => granted.has(queues[sQueue]),
    }));
  const allows = (granted: Granted) =>
    permission === undefined ? bySessionAlone[name]?.(granted) === true : granted.has(permission);
  return [{ params: nothing, query, needs: permission, allows }];
}
