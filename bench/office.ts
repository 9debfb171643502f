/** The lists and the search of the back office in a large and old shop, over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openOffice } from '../apps/server/src/assembly/office.ts';
import { openParts } from '../apps/server/src/assembly/parts.ts';
import {
  addOperator,
  openOperator,
  openOperatorSession,
} from '../apps/server/src/features/operators/operators.ts';
import { endPrint } from '../apps/server/src/features/stock/rules.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { apiBase } from '../apps/server/src/platform/http/http.ts';
import { readConfig } from '../apps/server/src/platform/process/config.ts';
import { sha256 } from '../apps/server/src/platform/secrets/secrets.ts';
import { addPast } from './flatness.ts';
import { type Figure, filledDatabase, type Scale, type Section, say } from './section.ts';
import type { BenchDatabase, Stage } from './stage.ts';
import { asCount, spreadOf } from './stats.ts';

const wantedMs = 100;
const times = 20;
/** What the first page and the last movements of a day are remembered for. */
const rememberedMs = 3_100;
const brands = 100;
const membersEach = 10;

async function makeShop(
  stage: Stage,
  { pastOrders: orders, quick }: Scale,
): Promise<BenchDatabase> {
  const database = await filledDatabase(stage, 'giftlane_office', { brands });
  say(`a shop with ${orders} past orders of ${orders / membersEach} members`);
  await addPast(database, { orders, brands, buyers: Math.max(1_000, orders / membersEach) });
  const { db } = database;
  await db.script('select bench_office_orders(), bench_office_members()');
  await db.script(
    `select bench_coin_wallets(1000, 1), bench_office_rest(${quick ? 1_000 : 100_000}, ${orders})`,
  );
  await db.script('vacuum analyze');
  return database;
}

/** The office on this database, and an owner's calls; each answers its reply and how long it took. */
export async function openDesk(stage: Stage, { url }: BenchDatabase) {
  const config = readConfig({
    ...stage.env,
    DATABASE_URL: url,
    DATA_DIR: stage.folder,
    LOG_LEVEL: 'error',
  });
  const parts = openParts(config);
  const { app } = openOffice(parts, { port: 0, url: 'http://localhost:3001' });
  const at = await app.listen({ port: 0, host: '127.0.0.1' });
  const email = 'bench@giftlane.test';
  const session = await parts.db.tx(async (tx) => {
    await addOperator(tx, config.keys, { email, role: 'owner' });
    return openOperatorSession(tx, (await openOperator(tx, email))?.id ?? '');
  });
  const ask = async (path: string) => {
    const began = performance.now();
    const reply = await fetch(at + apiBase + path, { headers: { cookie: `office=${session}` } });
    const { data } = (await reply.json()) as { data: Listed };
    const ms = performance.now() - began;
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
    return { data, ms };
  };
  const close = async () => {
    await app.close();
    parts.mail.close();
    await parts.db.close();
  };
  return { ask, close, keys: config.keys, db: parts.db };
}

interface Listed {
  readonly aRows?: readonly { readonly _id: string }[];
  readonly sNext?: string | null;
  readonly aHits?: readonly unknown[];
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** What is asked: a name, an address, and what is awaited before each time. */
type Asked = readonly [name: string, path: string, restMs?: number];

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

function asked(orders: number): Asked[] {
  // Paid by a card: its last two digits are divided by four.
  const middle = String(Math.floor(orders / 2 / 100) * 100 + 4);
  const order = `ord_past${middle.padStart(19, '0')}`;
  const member = 'mem_bench0000503';
  const filters = [
    ['state', 'eState=failed'],
    ['no order in that state', 'eState=paid'],
    ['method', 'eGateway=BitCoin'],
    ['currency', 'eCurrency=eur'],
    ['state, method and currency', 'eState=refunded&eGateway=PayPal&eCurrency=gbp'],
    ['days', `dFrom=${day(200)}&dTo=${day(190)}`],
    ['days of a method', `dFrom=${day(200)}&dTo=${day(199)}&eGateway=LiteCoin`],
    ['member', `sMemberId=${member}`],
    ['deep page', `sAfter=${order}`],
    ['deep page of a state', `eState=failed&sAfter=${order}`],
  ];
  const searches = [
    ['mail', `${member}@example.com`],
    ['beginning of a mail', 'mem_bench00005'],
    ['name', 'archer042'],
    ['name that all have', 'anna'],
    ['order id', order],
    ['serial', `S${middle}`],
    ['last digits', '0042'],
    ['provider’s id', `PP${middle.padStart(8, '0')}`],
    ['capture’s id', `CAP${middle.padStart(8, '0')}`],
    ['txid', sha256('tx500').toString('hex')],
    ['nothing there', 'nothing like it'],
  ];
  const lists = [
    ['members', '/members'],
    ['members, deep page', `/members?sAfter=${member}`],
    ['members of a level', '/members?nLevel=2'],
    ['members, frozen', '/members?bFrozen=true'],
    ['members, a name', '/members?sSearch=archer042'],
    ['members, a name that all have', '/members?sSearch=anna'],
    ['a member', `/members/${member}`],
    ['an order', `/orders/${order}`],
    ['codes of an order', `/orders/${order}/codes`],
    ['stock', '/stock'],
    ['stock, a word', '/stock?sSearch=nimbus'],
    ['batches of codes', '/stock/batches'],
    ['audit log', '/audit'],
    ['audit log, deep page', `/audit?sAfter=${middle}`],
    ['audit log, a person', '/audit?sActor=staff7%40example.com'],
    ['audit log, a person’s deed', '/audit?sActor=staff7%40example.com&sDeed=deed.7'],
    ['audit log, an object', `/audit?sSubject=${order}`],
    ['audit log, a day', `/audit?dDay=${day(100)}`],
    ['names in the audit log', '/audit/names'],
  ];
  return [
    ['orders', '/office/orders'],
    ...filters.map(([name, query]): Asked => [`orders, ${name}`, `/office/orders?${query}`]),
    ...lists.map(([name = '', path = '']): Asked => [name, `/office${path}`]),
    ...searches.map(
      ([name, query = '']): Asked => [
        `search, ${name}`,
        `/office/search?sQuery=${encodeURIComponent(query)}`,
        600,
      ],
    ),
    ['Today', '/office/today', rememberedMs],
  ];
}

async function measured(
  desk: Desk,
  [name, path, restMs = 0]: Asked,
  scale: Scale,
): Promise<Figure> {
  const took: number[] = [];
  let found = 0;
  for (let n = 0; n < (scale.quick ? 1 : restMs > 1_000 ? 5 : times); n += 1) {
    if (!scale.quick && restMs > 0) await sleep(restMs);
    const { data, ms } = await desk.ask(path);
    found = (data.aRows ?? data.aHits ?? []).length;
    took.push(ms);
  }
  const spread = spreadOf(took);
  return {
    name: `${name}, ms${found > 0 ? ` (${found} rows)` : ''}`,
    value: asCount(spread),
    wanted: `each under ${wantedMs} ms`,
    met: spread.high < wantedMs,
  };
}

export const office: Section = async (stage, scale): Promise<Figure[]> => {
  const database = await makeShop(stage, scale);
  const desk = await openDesk(stage, database);
  // The bench's codes know no key: those that end so get their fingerprint.
  await database.db.run(sql`
    update codes set tail = ${endPrint(desk.keys, '0042')} where tail = ${sha256('0042')}`);
  const figures: Figure[] = [];
  for (const one of asked(scale.pastOrders)) figures.push(await measured(desk, one, scale));
  await desk.close();
  await database.close();
  return figures;
};
