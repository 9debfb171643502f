import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A reply that knows when its head was written, however it is sent. */
export class TimedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  readonly beganMs = performance.now();
  headMs: number | undefined;

  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    this.headMs ??= performance.now();
    return super.writeHead(status, reason as string, headers);
  }
}

/** How long the first byte of a reply took; undefined for one that never passed through a server. */
export function secondsToFirstByte(response: ServerResponse): number | undefined {
  if (!(response instanceof TimedResponse) || response.headMs === undefined) return undefined;
  return (response.headMs - response.beganMs) / 1_000;
}
