/** The height of every chart in pixels. A separate module, so that placeholders do not load the chart code. */
export const CHART_HEIGHT = 200;
