/** A WebAuthn authenticator in software for tests: an ES256 key, real encodings, no attestation. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.of((major << 5) | length)
    : length < 256
      ? Buffer.of((major << 5) | 24, length)
      : Buffer.of((major << 5) | 25, length >> 8, length & 255);
const bytesOf = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const textOf = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));

/** The public key in COSE (RFC 9053): EC2, ES256, P-256. */
function coseOf({ x, y }: { x: Buffer; y: Buffer }): Buffer {
  const pairs = [
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytesOf(x)],
    [integer(-3), bytesOf(y)],
  ];
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

export interface Site {
  readonly origin: string;
  readonly rpId: string;
}

/** How an authenticator answers a site; the defaults are those of an honest one. */
export interface Behaviour {
  readonly origin?: string;
  readonly rpId?: string;
  /** User verification, by fingerprint or PIN. */
  readonly verified?: boolean;
  readonly counter?: number;
}

/** An authenticator with one credential. */
export function makeDevice(site: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const cose = coseOf({
    x: Buffer.from(jwk.x ?? '', 'base64url'),
    y: Buffer.from(jwk.y ?? '', 'base64url'),
  });
  const id = randomBytes(16);
  let uses = 0;
  let userHandle = '';

  const authenticatorData = (behaviour: Behaviour, more: number, rest = Buffer.alloc(0)) => {
    const { rpId = site.rpId, verified = true, counter = ++uses } = behaviour;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const flag = flags.present | (verified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.of(flag), counted, rest]);
  };
  const clientData = (type: string, challenge: string, origin = site.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    /** Makes a credential, as `navigator.credentials.create` does. */
    make(options: { challenge: string; user: { id: string } }, behaviour: Behaviour = {}) {
      userHandle = options.user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose]);
      const data = authenticatorData(behaviour, flags.attested, attested);
      const attestation = Buffer.concat([
        head(5, 3),
        textOf('fmt'),
        textOf('none'),
        textOf('attStmt'),
        head(5, 0),
        textOf('authData'),
        bytesOf(data),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(
            clientData('webauthn.create', options.challenge, behaviour.origin),
          ),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge, as `navigator.credentials.get` does. */
    sign(options: { challenge: string }, behaviour: Behaviour = {}) {
      const data = authenticatorData(behaviour, 0);
      const client = clientData('webauthn.get', options.challenge, behaviour.origin);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle,
        },
      };
    },
  };
}

export type Device = ReturnType<typeof makeDevice>;
