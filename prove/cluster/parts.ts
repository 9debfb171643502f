/** etcd, Patroni, HAProxy and PgBouncer, run with the files of `deploy/cluster`. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { front, type Machine, network } from './machine.ts';
import { type Patroni, run } from './packages.ts';
import { type Program, type Service, startService } from './service.ts';

/** Meanwhile shoppers and watch go on. */
const runBeside = promisify(execFile);

const templates = join(import.meta.dirname, '../../deploy/cluster');

const passwords = {
  PATRONI_PASSWORD: 'of-patroni',
  POSTGRES_PASSWORD: 'of-postgres',
  REPLICATION_PASSWORD: 'of-replication',
};
const roles = { giftlane_owner: 'of-the-owner', giftlane_shop: 'of-the-shop' };

/** Writes a file of `deploy/cluster` with its variables filled in. */
function fill(file: string, to: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(templates, file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file}: nothing for ${name}`);
    return value;
  });
  const path = join(to, file);
  writeFileSync(path, text);
  return path;
}

/** A machine of the database: etcd and Patroni with its PostgreSQL. */
export interface Node extends Machine {
  readonly services: readonly Service[];
  /** kill -9 of the first process of PostgreSQL alone. */
  killPostgres(): void;
  /** kill -9 of everything in it; nothing starts again before `switchOn`. */
  switchOff(): void;
  switchOn(): void;
}

function startNode(
  folder: string,
  machine: Machine,
  { values, patroni }: { values: Readonly<Record<string, string>>; patroni: Patroni },
): Node {
  const { name, address: ADDRESS, enter } = machine;
  const DATA = join(folder, name);
  mkdirSync(DATA);
  const own = { ...values, NAME: name, ADDRESS, DATA };
  const settings = fill('patroni.yml', DATA, own);
  const etcd = fill('etcd.yml', DATA, own);
  run('chown', '-R', 'postgres:', DATA);
  const start = (program: Program) => startService(folder, { ...program, enter, asPostgres: true });
  const services = [
    start({ name: `etcd-${name}`, command: ['etcd', '--config-file', etcd] }),
    start({
      name: `patroni-${name}`,
      command: [join(patroni.folder, 'patroni'), settings],
      env: patroni.env,
    }),
  ];
  return {
    ...machine,
    services,
    killPostgres() {
      const pidFile = readFileSync(join(DATA, 'postgresql/postmaster.pid'), 'utf8');
      process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    },
    switchOff() {
      for (const service of services) service.keep(false);
      // Again: a process may have started another one meanwhile.
      for (const _ of [1, 2]) machine.signal('SIGKILL');
    },
    switchOn() {
      for (const service of services) service.keep(true);
    },
  };
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export interface Parts {
  readonly nodes: readonly Node[];
  readonly haproxy: Service;
  readonly pgbouncer: Service;
  readonly witness: Service;
  /** Address of the shop, at HAProxy. */
  readonly url: string;
  readonly officeUrl: string;
  /** Database addresses: through PgBouncer, past it, of either machine, and for the owner of the tables. */
  readonly databaseUrl: string;
  readonly directUrl: string;
  readonly replicaUrl: string;
  readonly ownerUrl: string;
  /** For the superuser, who may make databases. */
  readonly superUrl: string;
  /** The node whose PostgreSQL is the primary, by those that answer; undefined while there is none. */
  primary(): Promise<Node | undefined>;
  /** Waits until both nodes say that a primary runs and the other one is its synchronous standby. */
  settled(): Promise<{ primary: Node; standby: Node }>;
  /** Hands the primary's role over by hand. */
  switchOver(from: Node, to: Node): Promise<void>;
}

async function membersAt({ address }: Node): Promise<readonly Member[]> {
  const signal = AbortSignal.timeout(1_000);
  const view = fetch(`http://${address}:8008/cluster`, { signal }).then((reply) => reply.json());
  return view.then(
    (value) => (value as { members: Member[] }).members,
    () => [],
  );
}

interface Around {
  /** HAProxy's, of the shop and of the office. */
  readonly ports: { shop: number; office: number };
  /** The addresses of the servers. */
  readonly shops: readonly string[];
  readonly offices: readonly string[];
  readonly patroni: Patroni;
}

/** Starts the parts below the shop. */
export function startParts(
  folder: string,
  machines: readonly Machine[],
  { ports, shops, offices, patroni }: Around,
): Parts {
  const [DB1 = '', DB2 = ''] = machines.map(({ address }) => address);
  const [SHOP1 = '', SHOP2 = '', SHOP3 = ''] = shops;
  const [OFFICE1 = '', OFFICE2 = '', OFFICE3 = ''] = offices;
  const values = {
    ...{ ...passwords, NETWORK: network, DB1, DB2, WITNESS: front, BALANCER: front },
    ...{ ADDRESS: front, LISTEN: `127.0.0.1:${ports.shop}`, SHOP1, SHOP2, SHOP3 },
    ...{ OFFICE_LISTEN: `127.0.0.1:${ports.office}`, OFFICE1, OFFICE2, OFFICE3 },
    ...{ NAME: 'witness', DATA: join(folder, 'front') },
  };
  mkdirSync(values.DATA);
  const users = Object.entries(roles).map(([role, password]) => `"${role}" "${password}"\n`);
  writeFileSync(join(values.DATA, 'userlist.txt'), users.join(''));
  const [etcd, pgbouncer, haproxy] = ['etcd.yml', 'pgbouncer.ini', 'haproxy.cfg'].map((file) =>
    fill(file, values.DATA, values),
  );
  run('chown', '-R', 'postgres:', values.DATA);
  const start = (name: string, ...command: string[]) =>
    startService(folder, { name, command, asPostgres: true });
  const witness = start('etcd-witness', 'etcd', '--config-file', etcd ?? '');
  const nodes = machines.map((machine) => startNode(folder, machine, { values, patroni }));
  const patronictl = (...args: string[]) =>
    runBeside(
      join(patroni.folder, 'patronictl'),
      ['-c', join(folder, 'db1/patroni.yml'), ...args],
      {
        timeout: 60_000,
        env: { ...process.env, ...patroni.env },
      },
    );
  const url = (role: keyof typeof roles, at: string) =>
    `postgres://${role}:${roles[role]}@${front}:${at}/giftlane`;
  const superUrl = `postgres://postgres:${passwords.POSTGRES_PASSWORD}@${front}:5000/postgres`;

  /** What each node that answers takes for the cluster's state: one that was cut off knows an old one for a while. */
  const views = async () =>
    (await Promise.all(nodes.map(membersAt))).map((members) => {
      const find = (role: string, state: RegExp) => {
        const found = members.find((m) => m.role === role && state.test(m.state))?.name;
        return nodes.find(({ name }) => name === found);
      };
      return {
        primary: find('leader', /running/),
        standby: find('sync_standby', /running|streaming/),
      };
    });
  return {
    nodes,
    witness,
    haproxy: start('haproxy', 'haproxy', '-db', '-f', haproxy ?? ''),
    pgbouncer: start('pgbouncer', 'pgbouncer', pgbouncer ?? ''),
    url: `http://localhost:${ports.shop}`,
    officeUrl: `http://localhost:${ports.office}`,
    databaseUrl: url('giftlane_shop', '6432'),
    directUrl: url('giftlane_shop', '5000'),
    replicaUrl: url('giftlane_shop', '5001'),
    ownerUrl: url('giftlane_owner', '5000'),
    superUrl,
    primary: async () => (await views()).find(({ primary }) => primary)?.primary,
    async settled() {
      for (const deadline = Date.now() + 90_000; ; await sleep(300)) {
        const [{ primary, standby } = {}, other] = await views();
        const agreed = primary === other?.primary && standby === other?.standby;
        if (primary && standby && agreed) return { primary, standby };
        if (Date.now() > deadline)
          throw new Error('no primary with a synchronous standby after 90 s');
      }
    },
    async switchOver(from, to) {
      const names = ['--leader', from.name, '--candidate', to.name];
      await patronictl('switchover', 'giftlane', ...names, '--force');
    },
  };
}

/** Makes the two roles and the database, as `docs/operations.md` says. */
export function makeDatabase(folder: string, { name, enter }: Node): void {
  const file = join(folder, 'roles.sql');
  const made = Object.entries(roles).map(
    ([role, word]) => `create role ${role} login password '${word}';`,
  );
  const grant =
    'grant giftlane_shop to giftlane_owner; create database giftlane owner giftlane_owner;';
  writeFileSync(file, `${made.join('\n')}\n${grant}\n`);
  chmodSync(file, 0o644);
  const [command = '', ...args] = enter;
  const psql = ['psql', '-h', join(folder, name), '-v', 'ON_ERROR_STOP=1', '-f', file, 'postgres'];
  run(
    command,
    ...args,
    'setpriv',
    '--reuid=postgres',
    '--regid=postgres',
    '--init-groups',
    ...psql,
  );
}
