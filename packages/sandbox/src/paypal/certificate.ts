/** Makes the certificate a webhook's signature is checked by: a leaf and the authority that issued it, as X.509. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** One element of DER: tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

const sequence = (...of: readonly Uint8Array[]) => der(0x30, ...of);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const bitString = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes);
const yes = der(0x01, Buffer.from([0xff]));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = '550403';
const basicConstraints = '551d13';

const named = (name: string) => sequence(der(0x31, sequence(oid(commonName), utf8(name))));
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

interface Wish {
  readonly subject: string;
  readonly issuer: string;
  readonly key: KeyObject;
  readonly signer: KeyObject;
  readonly authority: boolean;
  readonly days: readonly [from: number, to: number];
}

function certificate({ subject, issuer, key, signer, authority, days: [from, to] }: Wish): string {
  const day = (away: number) => new Date(Date.now() + away * 24 * 3_600_000);
  const constraints = sequence(
    oid(basicConstraints),
    yes,
    der(0x04, authority ? sequence(yes) : sequence()),
  );
  const told = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    // Positive, and without a zero to begin with.
    integer(Buffer.concat([Buffer.from([0x4a]), randomBytes(8)])),
    ecdsaWithSha256,
    named(issuer),
    sequence(utcTime(day(from)), utcTime(day(to))),
    named(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(constraints)),
  );
  const whole = sequence(told, ecdsaWithSha256, bitString(sign('sha256', told, signer)));
  const lines = whole.toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

interface Chain {
  readonly leaf: string;
  readonly root: string;
}

/** Certifies a public key for `subject`, by an authority made for it alone. Days count from today. */
export function certify(
  key: KeyObject,
  subject: string,
  days: readonly [from: number, to: number] = [-1, 365],
): Chain {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = `Sandbox authority ${randomBytes(4).toString('hex')}`;
  const by = { issuer, signer: privateKey, days };
  return {
    leaf: certificate({ ...by, subject, key, authority: false }),
    root: certificate({ ...by, subject: issuer, key: publicKey, authority: true, days: [-1, 365] }),
  };
}
