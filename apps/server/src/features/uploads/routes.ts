import { text } from '@giftlane/contract/messages.ts';
import type { UploadKind } from '@giftlane/contract/upload-limits.ts';
import * as contract from '@giftlane/contract/uploads.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http, MemberContext } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findViewable } from './queries.ts';
import { receive } from './receive.ts';
import { isSignature, signatureOf } from './rules.ts';
import { cleanUpload, readClosed, signUpload, type UploadParts } from './uploads.ts';

export interface UploadRouteParts extends UploadParts {
  readonly config: { readonly production: boolean; readonly publicUrl: string };
}

/** Serves signing and clean-up, and the addresses that are signed. */
export function uploadRoutes(http: Http, parts: UploadRouteParts): void {
  const { config } = parts;
  /** In production there is one address; elsewhere whoever asks has come by one that works. */
  const originOf = ({ protocol, host }: FastifyRequest) =>
    config.production ? config.publicUrl : `${protocol}://${host}`;

  const sign = (kind: UploadKind) => async (_: unknown, context: MemberContext) => {
    const { path, address } = await signUpload(parts, context.caller.memberId, kind);
    return { data: { sUrl: originOf(context.request) + address, sPath: path } };
  };
  http.route(contract.signProfilePicture, sign('profilepictures'));
  http.route(contract.signKycDoc, sign('kycDocs'));
  http.route(contract.signSellImage, sign('sellimages'));

  type Cleaning = { body: { sFileName: string } };
  const clean = (kind: UploadKind) => async (input: Cleaning, context: MemberContext) => {
    const { memberId } = context.caller;
    await cleanUpload(parts, { path: input.body.sFileName, memberId, kind });
    return { data: null };
  };
  http.route(contract.cleanKycDoc, clean('kycDocs'));
  http.route(contract.cleanSellImage, clean('sellimages'));

  addressRoutes(http, parts);
}

interface Asked {
  readonly Params: { readonly '*': string };
  readonly Querystring: { readonly until?: unknown; readonly signature?: unknown };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The signed addresses themselves. Who has one needs no token: it is good for one picture and one use. */
function addressRoutes(http: Http, parts: UploadParts): void {
  http.app.register(async (scope) => {
    // The body is left to the handler, which reads no more of it than it takes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));

    scope.put<Asked>('/uploads/*', async (request, reply) => {
      const { params, query, raw, headers } = request;
      const length = headers['content-length'];
      await receive(parts, {
        path: params['*'],
        signature: textOf(query.signature),
        length: length === undefined ? undefined : Number(length),
        stream: raw,
      });
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 200, message: text('ok'), data: null });
    });

    scope.get<Asked>('/uploads/*', (request, reply) => showPicture(parts, request, reply));
  });
}

/** Shows a private picture to whoever has its address, and keeps it out of every cache. */
async function showPicture(
  parts: UploadParts,
  { params, query }: FastifyRequest<Asked>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = params['*'];
  const untilMs = Number(textOf(query.until));
  const signed =
    Number.isSafeInteger(untilMs) &&
    isSignature(textOf(query.signature), signatureOf(parts.keys, 'view', path, untilMs));
  if (!signed || !(await findViewable(parts.db, path, untilMs)))
    throw new Refusal('upload.bad_address');
  const bytes = await readClosed(parts, path);
  if (!bytes) throw new Refusal('upload.not_found');
  return reply
    .headers({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}
