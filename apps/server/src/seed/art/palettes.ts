/** Hand-picked colours of cards: ground, figure and lettering. */
export interface Palette {
  readonly ground: string;
  readonly figure: string;
  /** Contrasts with the ground. */
  readonly ink: string;
}

const palette = (ground: string, figure: string, ink: string): Palette => ({ ground, figure, ink });

export const palettes: readonly [Palette, ...Palette[]] = [
  palette('#0b6b47', '#f2c14e', '#fdf8ea'),
  palette('#17324d', '#e8623a', '#f7f1e3'),
  palette('#f2c14e', '#17324d', '#17150f'),
  palette('#fbf1dc', '#d9482b', '#2a130c'),
  palette('#b93a20', '#f9cf9c', '#fff6ea'),
  palette('#2b2a33', '#9ed8c3', '#f5f2ea'),
  palette('#e8dcc8', '#2f5d50', '#1b2a25'),
  palette('#5b1f33', '#f0a28e', '#fcefe7'),
  palette('#bfd7ea', '#0b3954', '#0b2538'),
  palette('#0f4c5c', '#fb9a3c', '#fff4e4'),
  palette('#f6c9bb', '#8a2846', '#3c1020'),
  palette('#3d405b', '#eac9a1', '#f8f3e3'),
  palette('#e7ecc6', '#606c38', '#283618'),
  palette('#283618', '#dda15e', '#fefae0'),
  palette('#f4a93a', '#b5361b', '#2a1506'),
  palette('#20263f', '#f28482', '#f8edeb'),
  palette('#dce5df', '#b23a48', '#2b1216'),
  palette('#1b4332', '#95d5b2', '#effaf2'),
  palette('#fad7c4', '#1f6f78', '#123238'),
  palette('#7a2e1d', '#f3b562', '#fff3df'),
  palette('#cfe0c3', '#40631f', '#1f290c'),
  palette('#13315c', '#9cc3e6', '#f1f6fb'),
  palette('#f4e9cd', '#3f7d85', '#08232a'),
  palette('#1c1b19', '#e0b354', '#f6efdd'),
  palette('#a3243a', '#f7cdb9', '#fff5f0'),
  palette('#00626b', '#ffd3c4', '#f4fffd'),
  palette('#eadff0', '#5a3d7a', '#24123a'),
  palette('#f2efe6', '#23201a', '#17150f'),
  palette('#d7e8f0', '#d1495b', '#1c2b3a'),
  palette('#4a5a2a', '#f1e3a0', '#fbf8e6'),
];
