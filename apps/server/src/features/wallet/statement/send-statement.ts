/** Streams statements at the reader's pace, with a limit on concurrent ones. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../../platform/db/db.ts';
import { awaitReader } from '../../../platform/http/await-reader.ts';
import { leaveTurn } from '../../../platform/http/http.ts';
import { Gate } from '../../../platform/limits/gate.ts';
import { minutes, seconds } from '../../../platform/process/durations.ts';
import { type Days, fileNameOf, prepareStatement, type WalletStatement } from './statement.ts';
import { csvPieces } from './statement-csv.ts';
import { pdfPieces } from './statement-pdf.ts';

/**
 * Concurrent statements of the process and of one member. One that runs longer than `holdMs` is cut off when all slots
 * are taken and a member with fewer waits. 30 s is less than pages and most proxies wait for a reply.
 */
const underWay = new Gate({
  atOnce: 6,
  ofKey: 2,
  askedOfKey: 2,
  holdMs: seconds(30),
  retryAfterSeconds: 10,
});
/** Total time that a reader may keep a statement waiting before it is cut off. */
const patienceMs = minutes(15);

const forms = {
  csv: { type: 'text/csv; charset=utf-8', pieces: csvPieces },
  pdf: { type: 'application/pdf', pieces: pdfPieces },
} as const satisfies Record<
  string,
  {
    type: string;
    pieces: (db: Db, statement: WalletStatement) => AsyncGenerator<string | Uint8Array>;
  }
>;

/**
 * Streams a member's statement. It holds no database connection while it waits for the reader. Refuses
 * `request.throttled` when the member already has two under way.
 */
export function sendStatement(
  db: Db,
  reply: FastifyReply,
  {
    memberId,
    form,
    company,
    ...days
  }: Days & Pick<WalletStatement, 'company'> & { memberId: string; form: keyof typeof forms },
): Promise<FastifyReply> {
  const giveUp = () => void reply.raw.destroy();
  leaveTurn(reply);
  const send = async () => {
    // The client disconnected while waiting for a slot.
    if (reply.raw.destroyed) return reply;
    const { type, pieces } = forms[form];
    const statement = await prepareStatement(db, memberId, { ...days, company });
    reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${fileNameOf(days, form)}"`);
    if (reply.request.method === 'HEAD') return reply.send();
    const tooSlow = () => stream.destroy(new Error('read too slowly'));
    const made: AsyncIterable<string | Uint8Array> = pieces(db, statement);
    const stream = Readable.from(awaitReader(made, patienceMs, tooSlow), {
      objectMode: false,
    });
    // Resolves when the response is finished or aborted, so the slot is held until then.
    return await reply.send(stream);
  };
  return underWay.run(memberId, send, { giveUp });
}
