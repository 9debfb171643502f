/** Pictures of brands from the back office: drawn anew, so that a file is nothing but its pixels. */
import { uploadPicture } from '@giftlane/contract/office/catalogue.ts';
import type { Http } from '../../platform/http/http.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { storeMedia } from '../media/media.ts';
import { measure, redrawArt } from './redraw.ts';
import { noPicture, typeOf } from './rules.ts';
import type { UploadParts } from './uploads.ts';

const drawing = new Gate({ atOnce: 1, waiting: 20 });

/** Serves the call. */
export function pictureOfficeRoutes(http: Http, { files }: Pick<UploadParts, 'files'>): void {
  http.route(uploadPicture, async ({ params, body }) => {
    const bytes = Buffer.from(await body.arrayBuffer());
    const type = typeOf(bytes);
    if (!type) throw noPicture(bytes);
    const drawn = await drawing.run('', async () => {
      await measure(bytes, type);
      return redrawArt(bytes, params.kind);
    });
    return { data: { sPath: await storeMedia(files.open, drawn, 'webp') } };
  });
}
