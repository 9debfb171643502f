/** Google Identity Services: the part of its API that the shop uses, and its script. */
const scriptUrl = 'https://accounts.google.com/gsi/client';

interface ButtonLook {
  type: 'standard';
  theme: 'outline' | 'filled_black';
  size: 'large';
  text: 'continue_with';
  logo_alignment: 'center';
  width: number;
}

interface Settings {
  client_id: string;
  nonce: string;
  ux_mode: 'popup';
  callback: (answer: { credential?: unknown }) => void;
}

export interface GoogleServices {
  initialize: (settings: Settings) => void;
  renderButton: (place: HTMLElement, look: ButtonLook) => void;
}

const partOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;

const isServices = (value: unknown): value is GoogleServices =>
  typeof partOf(value, 'initialize') === 'function' &&
  typeof partOf(value, 'renderButton') === 'function';

function addScript(): Promise<GoogleServices> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of Google did not load'));
    });
    script.addEventListener('load', () => {
      const services = ['google', 'accounts', 'id'].reduce<unknown>(partOf, globalThis);
      if (isServices(services)) resolve(services);
      else reject(new Error('The script of Google brought no button'));
    });
    document.head.append(script);
  });
}

let loading: Promise<GoogleServices> | undefined;

/** Loads the script once; a failed load can be tried again. */
export function loadServices(): Promise<GoogleServices> {
  if (loading) return loading;
  const script = addScript();
  loading = script;
  script.catch(() => {
    loading = undefined;
  });
  return script;
}
