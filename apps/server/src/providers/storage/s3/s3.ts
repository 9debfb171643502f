/** Files in a bucket that speaks S3: AWS, R2, MinIO, radosgw, Swift. A signed request each, nothing else of a client. */
import { createHash } from 'node:crypto';
import type { Bucket } from '../../../platform/process/files-config.ts';
import type { Log } from '../../../platform/process/log.ts';
import { mostBytes, requirePlainKey, type Storage } from '../port.ts';
import { type Answer, type AskTimes, makeAsk, notDone } from './ask.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** "None" only where the server means the key: without its bucket nothing is known of any file. */
const isNoKey = ({ status, code }: Answer) =>
  status === 404 && (code === '' || code === 'NoSuchKey' || code === 'NotFound');

const element = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

/** The keys below a folder, without it. */
async function* listBelow(ask: ReturnType<typeof makeAsk>, below: string): AsyncGenerator<string> {
  let after = '';
  do {
    const query = {
      'list-type': '2',
      prefix: below,
      ...(after && { 'continuation-token': after }),
    };
    const answer = await ask({ method: 'GET', path: '', query });
    if (answer.status !== 200) throw notDone(answer);
    const xml = answer.bytes.toString('utf8');
    for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key.slice(below.length);
    const isCut = element(xml, 'IsTruncated') === 'true';
    after = isCut ? element(xml, 'NextContinuationToken') : '';
    if (isCut && after === '')
      throw new Error('the bucket’s list is cut without a token for its rest (ListObjectsV2)');
  } while (after !== '');
}

/** Files below `folder` (with its slash, or empty) of a bucket. */
export function makeS3(
  address: Bucket,
  folder: string,
  { log, patience }: { readonly log: Log; readonly patience?: AskTimes },
): Storage {
  const ask = makeAsk(address, { log, patience });
  const below = address.prefix + folder;
  const pathOf = (key: string) => {
    requirePlainKey(key);
    return below + key;
  };
  const get = async (key: string): Promise<Buffer | undefined> => {
    const answer = await ask({ method: 'GET', path: pathOf(key) });
    if (isNoKey(answer)) return undefined;
    if (answer.status !== 200) throw notDone(answer);
    return answer.bytes;
  };
  const size = async (key: string): Promise<number | undefined> => {
    const answer = await ask({ method: 'HEAD', path: pathOf(key) });
    if (isNoKey(answer)) return undefined;
    if (answer.status !== 200) throw notDone(answer);
    return answer.length;
  };
  let isConditional = true;
  const send = async (key: string, bytes: Uint8Array, anew: boolean): Promise<Answer> => {
    if (bytes.length > mostBytes) throw new Error(`a file of ${bytes.length} bytes is too large`);
    return ask({
      method: 'PUT',
      path: pathOf(key),
      body: bytes,
      headers: {
        'content-type': 'application/octet-stream',
        ...(anew && isConditional && { 'if-none-match': '*' }),
        // The server refuses bytes that changed on the way.
        'x-amz-content-sha256': sha256(bytes),
      },
    });
  };
  return {
    get,
    size,
    async put(key, bytes) {
      let answer = isConditional ? await send(key, bytes, true) : undefined;
      if (!answer || answer.status === 501) {
        // Without conditional writes, of two writes of the same moment the later one stays.
        isConditional = false;
        if ((await size(key)) !== undefined) return 'exists';
        answer = await send(key, bytes, true);
      }
      if (answer.status === 200) return 'kept';
      if (answer.status !== 412) throw notDone(answer);
      // A try without an answer may be what is there.
      return answer.repeated && (await get(key))?.equals(bytes) ? 'kept' : 'exists';
    },
    async replace(key, bytes) {
      if ((await size(key)) === undefined) return false;
      const answer = await send(key, bytes, false);
      if (answer.status !== 200) throw notDone(answer);
      return true;
    },
    list: () => listBelow(ask, below),
    async delete(key) {
      const answer = await ask({ method: 'DELETE', path: pathOf(key) });
      if (answer.status !== 204 && answer.status !== 200 && !isNoKey(answer)) throw notDone(answer);
    },
  };
}
