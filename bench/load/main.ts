/** The load generator process. Reads its plan from the first argument, prints the result as JSON. */
import { type Connection, openConnection } from './http.ts';
import { type Deed, shop } from './shoppers.ts';

export interface LoadPlan {
  /** Of the servers, among which the clients are divided. */
  readonly ports: readonly number[];
  /** Port of the sandboxed payment provider. */
  readonly providerPort: number;
  readonly providerLogin: string;
  readonly deed: Deed;
  readonly clients: number;
  readonly members: number;
  /** All clients act for this member alone. */
  readonly member?: number;
  readonly cards: number;
  readonly run: string;
  readonly warmUpMs: number;
  readonly runMs: number;
}

export interface LoadResult {
  readonly done: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Distributes members among clients, so that no two clients act for the same one. */
const dealt = (plan: LoadPlan, client: number) =>
  plan.member
    ? [plan.member]
    : Array.from({ length: plan.members }, (_, i) => i + 1).filter(
        (n) => n % plan.clients === client,
      );

async function runAll(plan: LoadPlan, part: string, runMs: number): Promise<LoadResult> {
  const began = performance.now();
  const all = await Promise.all(
    Array.from({ length: plan.clients }, async (_, client) => {
      const connection = await openConnection(plan.ports[client % plan.ports.length] ?? 0);
      let toProvider: Promise<Connection> | undefined;
      const shopper = {
        connection,
        provider: () => (toProvider ??= openConnection(plan.providerPort)),
        providerLogin: plan.providerLogin,
        members: dealt(plan, client),
        allMembers: plan.members,
        cards: plan.cards,
        run: `${plan.run}-${part}${String(client).padStart(3, '0')}`,
      };
      const latencies = await shop(shopper, plan.deed, began + runMs);
      connection.close();
      (await toProvider)?.close();
      return latencies;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const sorted = all.flat().sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    done: sorted.length,
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan;
if (plan.warmUpMs > 0) await runAll(plan, 'w', plan.warmUpMs);
process.stdout.write(`${JSON.stringify(await runAll(plan, 'r', plan.runMs))}\n`);
