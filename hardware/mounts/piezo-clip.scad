// A spring clip that presses the piezo disc flat onto the foot of the tower, so that nothing needs to be glued.
// The disc lies in the pocket of the thick jaw, its brass side against the wood; the wires leave through the slot.
// The thin jaw goes under the foot: print a second clip for the other side, so that the tower stands level.
// Open it in OpenSCAD, set your measures on the right, then export as STL. Millimetres throughout.

/* [What you measure] */
// How thick the tower's foot is where the clip shall sit.
foot_thickness = 12; // [3:0.1:40]
disc_diameter = 27; // [12:0.5:41]
// Brass, ceramic and solder together.
disc_thickness = 1; // [0.3:0.1:3]

/* [How it is printed] */
// How much narrower than the foot the clip is: more presses harder.
squeeze = 0.6; // [0:0.1:2]
wall = 4; // [2.5:0.5:8]
// The jaw that goes under the foot.
tongue = 1.6; // [1:0.2:8]

$fn = 64;
width = disc_diameter + 2 * 3;
reach = disc_diameter + 8;
gap = foot_thickness - squeeze;
jaw = wall + disc_thickness;

assert(foot_thickness >= 3 && foot_thickness <= 40, "The foot is 3 to 40 mm thick.");
assert(disc_diameter >= 12 && disc_diameter <= 41, "Discs are 12 to 41 mm wide.");

// From the side: a back, two jaws, and a mouth that opens so that it slides on.
module side() {
  difference() {
    offset(0.7) offset(-0.7) square([wall + reach + 6, tongue + gap + jaw]);
    translate([wall, tongue]) square([reach + 7, gap]);
    translate([wall + reach, tongue]) polygon([[0, 0], [7, -0.7], [7, gap + 1.8], [0, gap]]);
  }
}

difference() {
  rotate([90, 0, 0]) linear_extrude(width, center = true) side();
  // The pocket opens downwards, towards the wood.
  translate([wall + 3 + disc_diameter / 2, 0, tongue + gap - 0.01]) cylinder(d = disc_diameter + 0.6, h = disc_thickness);
  // The wires: from the middle of the disc through the upper jaw and out at the back.
  translate([-1, -2, tongue + gap - 0.01]) cube([wall + 4 + disc_diameter / 2, 4, disc_thickness + 1.4]);
}
