// A ring around the tower that carries a strip of lamps on its outer face, with a lip below and a way out for the cable.
// It stands on the table; it does not touch the tower, so the hammer does not shake it.
// Open it in OpenSCAD, set your measures on the right, then export as STL. Millimetres throughout.

/* [What you measure] */
// As many as `count` under [lights] in the settings.
lamps = 24; // [8:1:60]
// From one lamp to the next: 16.67 on a strip with 60 a metre, 6.94 with 144, 33.33 with 30.
pitch = 16.67; // [5:0.01:40]
strip_width = 10; // [5:0.5:14]
// The larger side of the tower's foot. The ring must go around its corners.
tower_width = 70; // [20:1:200]
tower_depth = 50; // [20:1:200]

/* [How it is printed] */
wall = 2.4; // [1.2:0.4:6]
lip = 2.5; // [1:0.5:6]
// The largest printer this shall fit on.
bed = 220; // [120:5:400]

$fn = 96;
// The strip's back lies on this circle; it ends where it begins, less the way out for the cable.
diameter = (lamps * pitch + 6) / PI;
inner = diameter - 2 * wall;
height = strip_width + 2 * lip;
corners = sqrt(tower_width * tower_width + tower_depth * tower_depth);

assert(inner > corners + 4, str("The ring is ", floor(inner), " mm wide inside, the tower ", ceil(corners), " mm across its corners: take more lamps or a wider pitch."));
assert(diameter + 2 * lip <= bed, str("The ring would be ", ceil(diameter + 2 * lip), " mm wide: more than the printer's bed."));

difference() {
  // The cross-section, turned round: a wall, a lip below, a smaller one above.
  rotate_extrude() translate([inner / 2, 0])
    polygon([[0, 0], [wall + lip, 0], [wall + lip, lip], [wall, lip], [wall, height - lip], [wall + lip / 2, height - lip / 2], [wall, height], [0, height]]);
  // The cable goes in here.
  translate([inner / 2 - 1, -3, lip]) cube([wall + lip + 2, 6, strip_width]);
}
