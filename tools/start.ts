/** `npm start`. */
import { keepCompiled } from '@giftlane/server/platform/render/compiled.ts';

keepCompiled();
const { startShop } = await import('./shop.ts');

await startShop();
