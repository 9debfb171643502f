/** Databases of tests: their names, and clones of the template. */
import { randomBytes } from 'node:crypto';
import { connect } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';

/** The template's name. */
export function template(): string {
  return 'giftlane_template';
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Clones the template: a database of one's own in some 20 ms. */
export async function cloneDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `giftlane_${randomBytes(6).toString('hex')}`;
  const admin = connect(serverUrl, { max: 1, log: makeLog('warn') });
  await admin.script(`create database ${name} template ${template()}`);
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      await admin.script(`drop database if exists ${name} with (force)`);
      await admin.close();
    },
  };
}
