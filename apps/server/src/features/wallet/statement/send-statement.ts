/** Sending statements, as fast as they are read, and no more of them at once than the shop can bear. */
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
 * A process makes so many statements at once, and so many of one member. Who reads one for longer than most need
 * gives the place up when all are taken and somebody has fewer, who waits for it meanwhile: not as long as the shop's
 * pages and most proxies wait for a reply.
 */
const underWay = new Gate({
  atOnce: 6,
  ofKey: 2,
  askedOfKey: 2,
  holdMs: seconds(30),
  retryAfterSeconds: 10,
});
/** Whoever keeps a statement waiting for so long in all does not get the rest: others wait for the place. */
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
 * Sends a member's statement. What it holds of the database it gives back between two pieces, so a reader who
 * is slow or gone costs a place and a piece, for a while. Refuses `request.throttled` when too many of a member are under way.
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
    // Gone while they waited.
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
    // Awaiting the reply awaits its end, whichever that is.
    return await reply.send(stream);
  };
  return underWay.run(memberId, send, { giveUp });
}
