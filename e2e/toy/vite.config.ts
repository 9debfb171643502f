import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    {
      name: 'no-module-of-the-shop',
      moduleParsed({ id }) {
        if (/[\\/]apps[\\/](?:shop|server)[\\/]/.test(id)) this.error(`${id} is the shop's own`);
      },
    },
  ],
  build: { chunkSizeWarningLimit: 1_000 },
});
