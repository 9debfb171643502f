/** A program that holds an embedded database until it is ended; the tests kill it. */
import pg from 'pg';
import { smallSettings, startEmbedded } from './embedded-postgres.ts';

const [dataDir = '', ...words] = process.argv.slice(2);
const temporary = words.includes('temporary');
const database = await startEmbedded({ dataDir, temporary, settings: smallSettings });

process.once('SIGINT', async () => {
  // A shop that still finishes its work after Ctrl-C needs its database, also for new connections.
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query("insert into notes values ('finished')");
  await client.end();
  await database.stop();
  console.log('stopped');
  process.exit();
});

console.log(database.url);
setInterval(() => undefined, 60_000);
