/** Share pictures for social networks: a brand's card on a background of its colour. */
import { hash } from 'node:crypto';
import type { Sharp } from 'sharp';
import type { Log } from '../../platform/process/log.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import type { Storage } from '../../providers/storage/port.ts';
import type { Catalog, ShownBrand } from '../catalog/catalog.ts';
import { drawingLimits, drawingPatience, makeDrawings } from '../media/media.ts';

/** The size that networks recommend. */
export const pictureWidth = 1200;
export const pictureHeight = 630;

/** The shop's own share picture. */
export const shopPicture = '/share.png';

/** Version of the rendering; raising it gives all pictures new names. */
const drawing = 1;

/** A hash of the picture's source, so that an address never changes its content. */
const keyOf = ({ banner }: ShownBrand): string =>
  hash('sha256', `${drawing} ${banner}`).slice(0, 24);

/** The path of a brand's share picture. */
export function picturePath(brand: ShownBrand): string {
  return brand.banner === ''
    ? shopPicture
    : `/share/${encodeURIComponent(brand.id)}/${keyOf(brand)}.jpg`;
}

/** Size and position of the card, in the aspect ratio of all cards. */
const cardWidth = 800;
const cardHeight = 504;
const cardRadius = 18;
const left = (pictureWidth - cardWidth) / 2;
const top = (pictureHeight - cardHeight) / 2;

type Colour = readonly [red: number, green: number, blue: number];
const paper: Colour = [250, 248, 243];
const ink: Colour = [23, 21, 15];

const mix = (a: Colour, b: Colour, share: number): Colour => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];

/** Perceived brightness of a colour, from 0 to 1. */
const brightness = ([red, green, blue]: Colour) =>
  (0.299 * red + 0.587 * green + 0.114 * blue) / 255;

/** A background in the card's colour with contrast to it: pale for dark cards, dark for pale ones. */
export function groundOf(card: Colour): Colour {
  return brightness(card) > 0.6 ? mix(card, ink, 0.78) : mix(card, paper, 0.78);
}

const css = (colour: Colour) => `rgb(${colour.join(' ')})`;

const box = `width="${cardWidth}" height="${cardHeight}" rx="${cardRadius}"`;
const sheet = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}">${content}</svg>`,
  );

/** The background with the card's shadow. */
const backdrop = (ground: Colour) =>
  sheet(
    `<filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter>` +
      `<rect width="100%" height="100%" fill="${css(ground)}"/>` +
      `<rect x="${left}" y="${top + 12}" ${box} fill="#000" opacity=".28" filter="url(#s)"/>`,
  );

const corners = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}"><rect ${box}/></svg>`,
);

const patient = (picture: Sharp) => picture.timeout(drawingPatience);

/** Renders the share picture from a card's stored art. */
export async function drawPicture(art: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp();
  const card = await patient(sharp(art, { ...drawingLimits, density: 144 }))
    .resize(cardWidth, cardHeight, { fit: 'cover' })
    .flatten({ background: css(paper) })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const { dominant } = await sharp(card).stats();
  const rounded = await sharp(card)
    .composite([{ input: corners, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const ground = groundOf([dominant.r, dominant.g, dominant.b]);
  return patient(sharp(backdrop(ground)))
    .composite([{ input: rounded, left, top }])
    .flatten({ background: css(ground) })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
}

export interface PictureParts {
  readonly catalog: Pick<Catalog, 'shown'>;
  readonly dataDir: string;
  readonly files: { readonly open: Storage };
  readonly log: Log;
}

export interface Pictures {
  /**
   * The picture; the path of its successor if the brand's picture changed; undefined for an unknown brand.
   */
  find(brandId: string, file: string): Promise<Buffer | { readonly movedTo: string } | undefined>;
}

/** Crawlers request many at once. */
const mostWaiting = 40;

/**
 * Finds share pictures, rendering them on first request. Files are named by their content, so there are at
 * most as many as the catalogue ever had banners.
 */
export function makePictures({ catalog, dataDir, files: { open }, log }: PictureParts): Pictures {
  const folder = 'share';
  const drawings = makeDrawings({ dataDir, open, folder, log, mostWaiting, draw: drawPicture });
  return {
    async find(brandId, file) {
      const brand = catalog.shown(brandId);
      if (!brand) return undefined;
      const movedTo = picturePath(brand);
      const name = `${keyOf(brand)}.jpg`;
      if (brand.banner === '' || file !== name) return { movedTo };
      return (await drawings.find(name, brand.banner)) ?? { movedTo: shopPicture };
    },
  };
}
