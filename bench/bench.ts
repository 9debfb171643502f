/**
 * `npm run bench [-- --quick]
 * [--only=orders,purchases,transfers,wallet,evening,flatness,scale,cost,plan,coins,start,pages,office,catalog]
 * [--orders=1000000]`: runs the benchmarks and writes bench/README.md. `--orders` is how many orders a large shop has.
 * `--quick` only checks in seconds that everything runs; it writes nothing.
 */
import { join } from 'node:path';
import { coins } from './coins.ts';
import { cost } from './cost.ts';
import { evening } from './evening.ts';
import { flatness } from './flatness.ts';
import { office } from './office.ts';
import { pages } from './pages.ts';
import { plan } from './plan.ts';
import { output } from './processes.ts';
import { purchases } from './purchases.ts';
import { type Measured, machine, readResults, writeResults } from './report.ts';
import { scale } from './scale.ts';
import { type Figure, quietly, type Section, scaleOf } from './section.ts';
import { openStage } from './stage.ts';
import { startUp } from './start-up.ts';
import { transfers } from './transfers.ts';
import { walletOrders } from './wallet-orders.ts';
import { walletPage } from './wallet-page.ts';

const quick = process.argv.includes('--quick');
const argument = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = argument('only');
const orders = argument('orders');

/**
 * What docs/operations.md says of PostgreSQL for a shop that grows, on a machine with 24 GiB. The huge pages are the
 * machine's: `sysctl vm.nr_hugepages=2300`, before; the report says whether they were there.
 */
const forGrowth = { shared_buffers: '4GB', max_wal_size: '8GB', wal_compression: 'on' };

interface Known {
  readonly title: string;
  readonly section: Section;
  /** Settings of PostgreSQL beside those of `npm start`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const sections: Readonly<Record<string, Known>> = {
  orders: { title: 'Orders from the wallet', section: walletOrders },
  purchases: { title: 'Whole purchases', section: purchases },
  transfers: { title: 'Money sent and added', section: transfers },
  wallet: { title: 'A wallet with a past', section: walletPage },
  evening: { title: 'A busy evening', section: evening },
  flatness: { title: 'Large and old shops, memory', section: flatness },
  scale: { title: 'Ten thousand orders and many', section: scale, settings: forGrowth },
  cost: { title: 'What a purchase costs', section: cost },
  plan: { title: 'How large a shop has to be', section: plan },
  coins: { title: 'The chain of a coin', section: coins },
  start: { title: 'Start-up', section: startUp },
  pages: { title: 'Pages, by Lighthouse, and scrolling', section: pages },
  office: { title: 'The lists of the back office', section: office },
};
const names = [...Object.keys(sections), 'catalog'];
const wanted = only?.split(',') ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`there is no section ${unknown}: ${names.join(', ')}`);

/** The catalogue's benchmark is a separate program that prints its own table. */
async function catalog(): Promise<Pick<Measured, 'title' | 'figures' | 'text'>> {
  const args = [join(import.meta.dirname, 'catalog.ts'), ...(quick ? ['--quick'] : [])];
  const said = await output(process.execPath, args);
  const [text = '', figures = '[]'] = said.split('figures: ');
  return { title: 'Catalogue', figures: JSON.parse(figures) as Figure[], text };
}

async function measure(name: string): Promise<Measured> {
  const loadBefore = await quietly(!quick);
  const common = {
    command: `npm run bench -- --only=${name}${orders ? ` --orders=${orders}` : ''}`,
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: machine(),
    loadBefore,
  };
  const known = sections[name];
  if (!known) return { ...common, postgres: '', ...(await catalog()) };
  const stage = await openStage(known.settings);
  try {
    const figures = await known.section(stage, scaleOf(quick, orders ? Number(orders) : undefined));
    return { ...common, title: known.title, postgres: `${stage.postgres}.`, figures };
  } finally {
    await stage.close();
  }
}

console.log(machine());
const results = await readResults();
for (const name of wanted) {
  const measured = await measure(name);
  results[name] = measured;
  console.log(`\n${measured.title} (load average before: ${measured.loadBefore})`);
  for (const { name: what, value, wanted: goal, met } of measured.figures)
    console.log(
      `  ${what}: ${value}${goal && ` (${goal}${met === false ? ': NOT reached' : ''})`}`,
    );
  if (measured.text) console.log(measured.text);
  if (!quick) await writeResults(results);
}
