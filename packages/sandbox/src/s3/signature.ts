/** AWS Signature Version 4 of a request with its headers, as S3 checks it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** S3's own order and encoding of a query. */
const sorted = (query: string): string =>
  [...new URLSearchParams(query)]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');

const farMs = 15 * 60_000;

/** What is wrong with a request's signature, by S3's name for it; undefined when nothing is. */
export function signatureProblem(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Uint8Array,
  keys: { readonly keyId: string; readonly secret: string },
): string | undefined {
  const { headers, method = '', url = '' } = request;
  const [, keyId, day = '', region = '', names = '', signature = ''] =
    form.exec(headers.authorization ?? '') ?? [];
  if (keyId !== keys.keyId) return 'InvalidAccessKeyId';
  const at = String(headers['x-amz-date']);
  const signedMs = Date.parse(at.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - signedMs) < farMs)) return 'RequestTimeTooSkewed';
  const digest = String(headers['x-amz-content-sha256']);
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, path, sorted(query), signed.join(''), names, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secret}`,
  );
  const isGood = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isGood ? undefined : 'SignatureDoesNotMatch';
}
