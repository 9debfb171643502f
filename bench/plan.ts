/**
 * Reckons from the measured cost of a purchase (`cost.ts`) how large the parts of a shop have to be, by its orders a day, and which
 * step of docs/decisions/0041 is due. Arithmetic alone: nothing is started.
 */
import { readResults } from './report.ts';
import type { Figure, Section } from './section.ts';

/** The busiest second of a day against the average one; an evening before a holiday. */
const peak = 5;
/** Processors are not to be busier than this at that second, so that answers do not wait for each other. */
const busiest = 0.6;
const daysKept = 365;
/** What one machine is taken to hold; larger ones exist and cost more than their share. */
const machine = { cores: 64, walMb: 300, diskTb: 4 };
/** A restore reads the backup and replays WAL at about this speed. */
const restoreMbASecond = 300;
/** Connections of PostgreSQL beyond which a pooler is due, and those of one process. */
const connections = { most: 400, ofProcess: 23 };

interface Cost {
  readonly server: number;
  readonly worker: number;
  readonly postgres: number;
  readonly wal: number;
  readonly bytes: number;
  readonly rows: number;
}

function readCost(figures: readonly Figure[]): Cost {
  const find = (word: string) => Number(figures.find(({ name }) => name.includes(word))?.value);
  return {
    server: find('ms: server'),
    worker: find('ms: worker'),
    postgres: find('ms: postgres'),
    wal: find('of WAL'),
    bytes: find('of tables'),
    rows: find('rows'),
  };
}

const count = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** The size of each part, and the steps that are due. */
export function planFor(ordersADay: number, cost: Cost) {
  const second = (ordersADay / 86_400) * peak;
  const processes = (ms: number) => Math.max(2, Math.ceil((second * ms) / 1_000 / busiest));
  const servers = processes(cost.server);
  const workers = processes(cost.worker);
  const cores = (second * cost.postgres) / 1_000 / busiest;
  const walMb = (second * cost.wal) / 1e6;
  const diskTb = (ordersADay * daysKept * cost.bytes) / 1e12;
  const primaries = Math.max(
    1,
    Math.ceil(Math.max(cores / machine.cores, walMb / machine.walMb, diskTb / machine.diskTb)),
  );
  const open = (servers + workers) * connections.ofProcess;
  const due = [
    'standby, S3',
    ...(open > connections.most ? ['pooler'] : []),
    ...(diskTb > 0.5 ? ['replica for checks'] : []),
    ...(diskTb > 1 ? ['old partitions away'] : []),
    ...(primaries > 1 ? [`${primaries} databases by member`] : []),
  ];
  return { second, servers, workers, cores, walMb, diskTb, open, due };
}

export const plan: Section = async () => {
  const { cost } = await readResults();
  if (!cost) throw new Error('measure first: npm run bench -- --only=cost');
  const each = readCost(cost.figures);
  return [1e6, 1e7, 1e8].map((ordersADay) => {
    const { second, servers, workers, cores, walMb, diskTb, open, due } = planFor(ordersADay, each);
    const hours = (Math.min(diskTb, machine.diskTb) * 1e6) / restoreMbASecond / 3_600;
    return {
      name: `${count.format(ordersADay)} orders a day: ${count.format(second)} a second at the peak`,
      value: [
        `${servers} servers, ${workers} workers, ${count.format(open)} connections`,
        `PostgreSQL ${count.format(cores)} cores, ${count.format(walMb)} MB of WAL a second`,
        `${count.format((ordersADay * daysKept * each.rows) / 1e9)} bn rows, ${count.format(diskTb)} TB a year`,
        `restore ${count.format(hours)} h`,
      ].join('; '),
      wanted: `due: ${due.join(', ')}`,
    };
  });
};
