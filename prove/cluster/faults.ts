/** What is done to the cluster, each a fault that it has to outlive. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Node, Parts } from './parts.ts';
import type { Service } from './service.ts';
import type { Processes } from './shop.ts';

export interface Cluster {
  readonly parts: Parts;
  readonly processes: Processes;
}

export interface Fault {
  readonly name: string;
  /** Does it, and waits until the cluster is whole again. */
  run(cluster: Cluster, round: number): Promise<void>;
}

const pick = <T>(all: readonly T[], round: number): T => all[round % all.length] as T;

/** Waits until all servers are ready and the primary has its synchronous standby. */
async function whole({ parts, processes }: Cluster): Promise<void> {
  await parts.settled();
  await processes.ready();
}

/** One of each kind of process, one after the other; HAProxy last, as it cuts everybody off. */
function victims({ parts, processes }: Cluster, round: number): readonly Service[] {
  const { servers, workers, signer } = processes;
  const { nodes, witness, pgbouncer, haproxy } = parts;
  const etcds = [witness, ...nodes.flatMap(({ services }) => services.slice(0, 1))];
  const patronis = nodes.flatMap(({ services }) => services.slice(1));
  return [
    ...[pick(servers, round), pick(workers, round), signer, pgbouncer],
    ...[pick(etcds, round), pick(patronis, round), haproxy],
  ];
}

const processKilled: Fault = {
  name: 'each kind of process killed',
  async run(cluster, round) {
    for (const service of victims(cluster, round)) {
      await service.kill();
      await sleep(500);
    }
    await whole(cluster);
  },
};

/** A fault of the primary: it is over when the other one is the primary and the old one its standby. */
function ofPrimary(name: string, harm: (primary: Node, round: number) => () => void): Fault {
  return {
    name,
    async run(cluster, round) {
      const { parts } = cluster;
      const { primary } = await parts.settled();
      const mend = harm(primary, round);
      try {
        for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
          const now = await parts.primary();
          if (now && now !== primary) break;
          if (Date.now() > deadline) throw new Error('no new primary after 60 s');
        }
      } finally {
        mend();
      }
      await whole(cluster);
    },
  };
}

const primaryKilled = ofPrimary('primary killed', (primary, round) => {
  // PostgreSQL alone, and each fourth time its whole machine.
  const isMachine = round % 4 === 3;
  if (isMachine) primary.switchOff();
  else primary.killPostgres();
  return () => isMachine && primary.switchOn();
});

const primaryFrozen = ofPrimary('primary frozen', (primary) => {
  primary.signal('SIGSTOP');
  return () => primary.signal('SIGCONT');
});

const primaryCutOff = ofPrimary('primary cut off', (primary) => {
  primary.connect(false);
  return () => primary.connect(true);
});

const switchedOver: Fault = {
  name: 'switched over by hand',
  async run(cluster) {
    const { parts } = cluster;
    const { primary, standby } = await parts.settled();
    await parts.switchOver(primary, standby);
    await whole(cluster);
  },
};

const released: Fault = {
  name: 'release rolled',
  async run(cluster) {
    const { servers, workers } = cluster.processes;
    const rolling = workers.map((worker) => worker.restart());
    for (const server of servers) {
      await server.restart();
      await cluster.processes.ready();
    }
    await Promise.all(rolling);
    await whole(cluster);
  },
};

export const faults: readonly Fault[] = [
  processKilled,
  primaryKilled,
  primaryFrozen,
  primaryCutOff,
  switchedOver,
  released,
];
