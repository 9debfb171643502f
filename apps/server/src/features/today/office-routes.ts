/** The first page of the back office, and the events of pages that are open. */
import { showToday, watchOffice } from '@giftlane/contract/office/today.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/process/log.ts';
import { openSessions } from '../operators/operators.ts';
import { makeToday, type TodayParts } from './figures.ts';
import { makeLive } from './live.ts';

/** Serves the calls. */
export function todayRoutes(http: Http, parts: TodayParts & { readonly log: Log }): void {
  const { db, log } = parts;
  const read = makeToday(parts);
  const live = makeLive({
    log,
    read: (work) => db.tx(work),
    openSessions: (ids) => openSessions(db, ids),
  });
  http.app.addHook('preClose', (done) => {
    live.close();
    done();
  });
  http.route(showToday, async (_, { operator }) => ({ data: await read(operator.permissions) }));
  http.route(watchOffice, async (_, { operator, reply }) => {
    const events = live.listen(operator);
    reply.raw.once('close', () => events.destroy());
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(events);
  });
}
