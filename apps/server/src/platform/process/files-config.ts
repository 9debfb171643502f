/** Where the shop keeps files: the disk of DATA_DIR, or a bucket that speaks S3. */
import type { Reader } from './env.ts';

/** A bucket, and the part of it that is the shop's. */
export interface Bucket {
  /** Without a path, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** Whether the bucket is in the path of an address rather than in its host. */
  readonly pathStyle: boolean;
  readonly keyId: string;
  readonly secret: string;
}

export type FilePlace = 'disk' | Bucket;

export interface FilesConfig {
  /** Where files are written. */
  readonly place: FilePlace;
  /** Where files are besides, while they move. */
  readonly old: FilePlace | undefined;
}

const form =
  's3://BUCKET/FOLDER?region=REGION&endpoint=https://…&style=path|host, or disk (endpoint and style as your provider says)';
const known = new Set(['region', 'endpoint', 'style']);

function readPlace(read: Reader, name: string): FilePlace | undefined {
  const found = read.value(name);
  if (found === undefined) return undefined;
  if (found === 'disk') return 'disk';
  const url = URL.parse(found);
  const query = url?.searchParams ?? new URLSearchParams();
  const region = query.get('region') ?? '';
  const given = query.get('endpoint');
  const endpoint = URL.parse(given ?? `https://s3.${region}.amazonaws.com`);
  const style = query.get('style') ?? (given === null ? 'host' : 'path');
  const isGood =
    url?.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,62}$/.test(url.hostname) &&
    /^[\w/-]*$/.test(url.pathname) &&
    [...query.keys()].every((key) => known.has(key)) &&
    /^[\w-]+$/.test(region) &&
    /^https?:$/.test(endpoint?.protocol ?? '') &&
    endpoint?.pathname === '/' &&
    /^(path|host)$/.test(style);
  if (!isGood) {
    read.bad(name, form);
    return undefined;
  }
  const folder = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    endpoint: endpoint.origin,
    region,
    bucket: url.hostname,
    prefix: folder && `${folder}/`,
    pathStyle: style === 'path',
    keyId: read.text('FILES_KEY_ID', 'the id of the key for the bucket of files'),
    secret: read.text('FILES_SECRET', 'the secret of the key for the bucket of files'),
  };
}

/** Where files are; the disk unless `FILES_URL` says otherwise. */
export function readFiles(read: Reader): FilesConfig {
  return { place: readPlace(read, 'FILES_URL') ?? 'disk', old: readPlace(read, 'FILES_OLD') };
}
