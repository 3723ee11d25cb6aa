talus_script_test(NAME postproc/figures GROUPS Disk Wheel Pile Studies Papers Refusals)
talus_script_test(NAME postproc/frames GROUPS Reader Surfaces ShapesOfARun ForceChains ParaView)
talus_script_test(NAME postproc/report GROUPS Page Packed Browser)
talus_script_test(NAME postproc/python GROUPS Analysis Scenes Running Page)
