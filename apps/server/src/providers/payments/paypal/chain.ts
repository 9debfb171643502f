/** Whether a certificate was issued to the provider, and up to whom it is signed. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { getCACertificates } from 'node:tls';

/** Trusted: its chain is valid. Bare: a certificate without a trusted issuer. */
export interface Leaf {
  readonly certificate: X509Certificate;
  readonly trusted: boolean;
  /** When the first of the chain ends. */
  readonly untilMs: number;
}

interface Ask {
  /** The host the certificate came from. */
  readonly host: string;
  /** What is served beside the leaf is believed as an authority: it comes from this very machine. */
  readonly local: boolean;
}

const mostServed = 8;

function readBundle(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.slice(0, mostServed).map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

let roots: Map<string, X509Certificate[]> | undefined;

/** The authorities Node trusts, those of NODE_EXTRA_CA_CERTS among them, by what they are called. */
function trustedRoots(): Map<string, X509Certificate[]> {
  if (roots) return roots;
  const all = getCACertificates('default').flatMap(readBundle);
  roots = Map.groupBy(all, ({ subject }) => subject);
  return roots;
}

const isCurrent = ({ validFromDate, validToDate }: X509Certificate) =>
  validFromDate.getTime() <= Date.now() && Date.now() < validToDate.getTime();

const issued = (certificate: X509Certificate, by: X509Certificate) =>
  by.ca && isCurrent(by) && certificate.checkIssued(by) && certificate.verify(by.publicKey);

/** PayPal signs as messageverificationcerts.paypal.com, a stand-in as itself or in that manner. */
function isIssuedTo(leaf: X509Certificate, host: string): boolean {
  const name = /^CN=(.+)$/m.exec(leaf.subject)?.[1] ?? '';
  if (/(^|\.)paypal\.com$/.test(host))
    return /^messageverificationcerts\..*\bpaypal\.com$/.test(name);
  if (name === `messageverificationcerts.${host}`) return true;
  return isIP(host) ? leaf.checkIP(host) !== undefined : leaf.checkHost(host) !== undefined;
}

/** The chain from a leaf to an authority that is trusted, the leaf first; undefined when there is none. */
function chainOf(leaf: X509Certificate, served: readonly X509Certificate[], local: boolean) {
  const chain = [leaf];
  for (let last = leaf; chain.length <= mostServed; ) {
    const issuer = last.issuer;
    if (
      trustedRoots()
        .get(issuer)
        ?.some((root) => issued(last, root))
    )
      return chain;
    if (local && last.checkIssued(last) && last.verify(last.publicKey)) return chain;
    const next = served.find((one) => !chain.includes(one) && issued(last, one));
    if (!next) return undefined;
    chain.push(next);
    last = next;
  }
  return undefined;
}

/** Reads what an address of certificates serves; undefined when it is none that can sign webhooks. */
export function readLeaf(pem: string, { host, local }: Ask): Leaf | undefined {
  const served = readBundle(pem);
  const leaf = served.find(({ ca }) => !ca) ?? served[0];
  if (leaf?.publicKey.asymmetricKeyType !== 'rsa' || !isCurrent(leaf)) return undefined;
  const chain = isIssuedTo(leaf, host) ? chainOf(leaf, served, local) : undefined;
  const ends = (chain ?? [leaf]).map(({ validToDate }) => validToDate.getTime());
  return { certificate: leaf, trusted: chain !== undefined, untilMs: Math.min(...ends) };
}
