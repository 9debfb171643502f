/**
 * A bucket in memory that speaks the part of S3 the shop uses: signed PUT with `If-None-Match: *`, GET, HEAD, DELETE and
 * ListObjectsV2, with the bucket in the path. Parallel writes of one key are decided one after the other, as at S3.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Faults, makeFaults, waitFor } from '../faults.ts';
import { host } from '../listen.ts';
import { signatureProblem } from './signature.ts';

export interface S3Options {
  /** `false`: it writes over what is there, whatever a request says; `refused`: it answers 501 to such a request. */
  readonly conditional?: boolean | 'refused';
  /** Keys of one page of a list; 1,000 unless told. */
  readonly listed?: number;
  /** `false`: a cut list has no token for its rest, as of servers that know only the first version of lists. */
  readonly marked?: boolean;
}

export interface S3 {
  readonly endpoint: string;
  readonly bucket: string;
  readonly keyId: string;
  readonly secret: string;
  /** What is stored, by key. */
  readonly objects: Map<string, Buffer>;
  /** Of the operation `s3`: `http_500`, `http_429`, `reset`, `silence`, also `after`; `about` a method. */
  readonly faults: Faults;
  close(): Promise<void>;
}

const bucket = 'giftlane-sandbox';
const keys = { keyId: 'GIFTLANESANDBOX', secret: 'giftlane-sandbox-secret' };

interface Reply {
  readonly status: number;
  readonly body?: string | Buffer;
}

const problem = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
});

/** Bucket and key of a request. */
function targetOf(url: string): { named: string; key: string } {
  const [, named = '', ...rest] = decodeURIComponent(url.split('?')[0] ?? '').split('/');
  return { named, key: rest.join('/') };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function listed(
  objects: ReadonlyMap<string, Buffer>,
  query: URLSearchParams,
  { most, marked }: { most: number; marked: boolean },
): Reply {
  const from = query.get('continuation-token') ?? '';
  const found = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > from)
    .sort();
  const page = found.slice(0, most);
  const isPart = found.length > page.length;
  const more =
    isPart && marked ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const body = `<ListBucketResult><IsTruncated>${isPart}</IsTruncated>${contents}${more}</ListBucketResult>`;
  return { status: 200, body };
}

/** Starts it at a free port. */
export async function startS3({
  conditional = true,
  listed: most = 1_000,
  marked = true,
}: S3Options = {}): Promise<S3> {
  const objects = new Map<string, Buffer>();
  const faults = makeFaults();
  const closing = new AbortController();

  const answer = (request: IncomingMessage, body: Buffer): Reply => {
    const wrong = signatureProblem(request, body, keys);
    if (wrong) return problem(403, wrong);
    const { named, key } = targetOf(request.url ?? '');
    if (named !== bucket) return problem(404, 'NoSuchBucket');
    const there = objects.get(key);
    switch (request.method) {
      case 'PUT':
        if (conditional === 'refused' && request.headers['if-none-match'])
          return problem(501, 'NotImplemented');
        if (there && conditional && request.headers['if-none-match'] === '*')
          return problem(412, 'PreconditionFailed');
        objects.set(key, body);
        return { status: 200 };
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      case 'GET':
        if (key === '')
          return listed(objects, new URLSearchParams(request.url?.split('?')[1]), { most, marked });
    }
    return there ? { status: 200, body: there } : problem(404, 'NoSuchKey');
  };

  const send = ({ status, body = '' }: Reply, isHead: boolean, response: ServerResponse) => {
    response.writeHead(status, status === 204 ? {} : { 'content-length': body.length });
    response.end(isHead ? undefined : body);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '' } = request;
    const body = await bodyOf(request);
    const fault = faults.take('s3', [method]);
    const reply = fault && !fault.after ? { status: 200 } : answer(request, body);
    await waitFor(fault, closing.signal);
    if (fault?.kind === 'reset') return request.socket.resetAndDestroy();
    if (fault?.kind === 'silence') return;
    const spoilt = { http_500: 503, http_429: 429 }[String(fault?.kind)];
    send(spoilt ? problem(spoilt, 'SlowDown') : reply, method === 'HEAD', response);
  };
  const server: Server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => {
    server.listen(0, host, listening);
  });
  return {
    endpoint: `http://${host}:${(server.address() as AddressInfo).port}`,
    bucket,
    ...keys,
    objects,
    faults,
    close: () =>
      new Promise((closed) => {
        closing.abort();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
