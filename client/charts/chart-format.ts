/** The height of most charts in pixels. In this file, which placeholders import, because it loads no chart code. */
export const CHART_HEIGHT = 200;
