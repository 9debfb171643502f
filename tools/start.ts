/** `npm start`. */
import { keepCompiled } from '@giftlane/server/platform/compiled.ts';

keepCompiled();
const { startShop } = await import('./shop.ts');

await startShop();
