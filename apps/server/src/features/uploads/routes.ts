import type { UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import * as contract from '@giftlane/contract/members/uploads.ts';
import { text } from '@giftlane/texts/text.ts';
import type { FastifyRequest } from 'fastify';
import type { Http, MemberContext } from '../../platform/http/http.ts';
import { receive } from './receive.ts';
import { showPicture } from './show.ts';
import { cleanUpload, signUpload, type UploadParts } from './uploads.ts';

export interface UploadRouteParts extends UploadParts {
  readonly config: { readonly production: boolean; readonly publicUrl: string };
}

/** Serves signing, clean-up, and the signed addresses themselves. */
export function uploadRoutes(http: Http, parts: UploadRouteParts): void {
  const { config } = parts;
  /** Outside production the origin of the request is used, because it is one the client can reach. */
  const originOf = ({ protocol, host }: FastifyRequest) =>
    config.production ? config.publicUrl : `${protocol}://${host}`;

  const sign = (kind: UploadKind) => async (_: unknown, context: MemberContext) => {
    const { path, address } = await signUpload(parts, context.caller.memberId, kind);
    return { data: { sUrl: originOf(context.request) + address, sPath: path } };
  };
  http.route(contract.signProfilePicture, sign('profilepictures'));
  http.route(contract.signKycDoc, sign('kycDocs'));
  http.route(contract.signSellImage, sign('sellimages'));
  http.route(contract.signClaimPicture, sign('claimpictures'));

  type Cleaning = { body: { sFileName: string } };
  const clean = (kind: UploadKind) => async (input: Cleaning, context: MemberContext) => {
    const { memberId } = context.caller;
    await cleanUpload(parts, { path: input.body.sFileName, memberId, kind });
    return { data: null };
  };
  http.route(contract.cleanKycDoc, clean('kycDocs'));
  http.route(contract.cleanSellImage, clean('sellimages'));
  http.route(contract.cleanClaimPicture, clean('claimpictures'));

  addressRoutes(http, parts);
}

interface Asked {
  readonly Params: { readonly '*': string };
  readonly Querystring: { readonly until?: unknown; readonly signature?: unknown };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Serves signed addresses without a session: each address is valid for one picture and one use. */
function addressRoutes(http: Http, parts: UploadParts): void {
  http.app.register(async (scope) => {
    // The handler reads the body itself, up to its own limit.
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
        address: http.addressOf(raw),
      });
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 200, message: text('ok'), data: null });
    });

    scope.get<Asked>('/uploads/*', ({ params, query }, reply) => {
      const untilMs = Number(textOf(query.until));
      const look = { path: params['*'], untilMs, signature: textOf(query.signature) };
      return showPicture(parts, look, reply);
    });
  });
}
